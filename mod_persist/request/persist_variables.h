/* SPDX-License-Identifier: Apache-2.0 */
/* persist_variables.h: the variables that a CGI script finds in its
 * environment, as the field of REQUEST that carries them. */

#ifndef PERSIST_VARIABLES_H
#define PERSIST_VARIABLES_H

#include "exchange/persist_body.h"
#include "response/persist_fault.h"
#include "wire_frame.h"

/* Fills r->subprocess_env as for a CGI script and lays it out in r->pool as
 * name NUL value NUL …. The body has been begun: what is known of its length
 * becomes CONTENT_LENGTH. Returns 0, or WIRE_FAULT_VARIABLES_LIMIT with *fault
 * set. */
int persist_variables_make(request_rec *r, const persist_body_t *body,
                           wire_bytes_t *variables, persist_fault_t *fault);

#endif /* PERSIST_VARIABLES_H */
