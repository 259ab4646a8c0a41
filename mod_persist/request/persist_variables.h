/* SPDX-License-Identifier: Apache-2.0 */
/* persist_variables.h: what a CGI script finds in its environment, as the one
 * field of REQUEST that carries it. */

#ifndef PERSIST_VARIABLES_H
#define PERSIST_VARIABLES_H

#include "persist_fault.h"
#include "wire_frame.h"

/* What CONTENT_LENGTH shall say, besides a number of bytes (0…). */
#define PERSIST_LENGTH_AS_SENT ((apr_off_t)-1) /* the client's header */
#define PERSIST_LENGTH_UNKNOWN ((apr_off_t)-2) /* there is none */

/* Fills r->subprocess_env as for a CGI script and lays it out as name NUL
 * value NUL … in r->pool. Returns 0, or WIRE_FAULT_VARIABLES_LIMIT with *fault
 * set. */
int persist_variables_make(request_rec *r, apr_off_t content_length,
                           wire_bytes_t *variables, persist_fault_t *fault);

#endif /* PERSIST_VARIABLES_H */
