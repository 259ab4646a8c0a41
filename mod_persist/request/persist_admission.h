/* SPDX-License-Identifier: Apache-2.0 */
/* persist_admission.h: may this file be run for this request? */

#ifndef PERSIST_ADMISSION_H
#define PERSIST_ADMISSION_H

#include "config/persist_config.h"
#include "response/persist_fault.h"

/* True if the request's handler is persist-script or persist-app. */
int persist_admission_is_ours(const request_rec *r);

/* Applies the rules of a CGI script, also to an application's entry file.
 * Returns 0 with *interpreter set (command and arguments as const char *; NULL:
 * the file itself is executed), or the fault's code with *fault set. */
int persist_admission_check(request_rec *r, const persist_dir_config_t *config,
                            const apr_array_header_t **interpreter,
                            persist_fault_t *fault);

#endif /* PERSIST_ADMISSION_H */
