/* SPDX-License-Identifier: Apache-2.0 */
/* persist_launch.h: the command that runs an application. */

#ifndef PERSIST_LAUNCH_H
#define PERSIST_LAUNCH_H

#include "config/persist_config.h"

/* Returns the words that persistd puts before the entry file: persist-app
 * --folder FOLDER [--object MODULE:NAME]. The array is in r->pool. NULL: no
 * application has been found. */
const apr_array_header_t *persist_launch_command(const request_rec *r);

/* Says why no application has been found: what was looked for. */
const char *persist_launch_missing(const request_rec *r);

#endif /* PERSIST_LAUNCH_H */
