/* SPDX-License-Identifier: Apache-2.0 */
/* persist_variables.h: what a CGI script finds in its environment, as the one
 * field of REQUEST that carries it. */

#ifndef PERSIST_VARIABLES_H
#define PERSIST_VARIABLES_H

#include "response/persist_fault.h"
#include "wire_frame.h"

/* content_length: bytes, or PERSIST_LENGTH_… (exchange/persist_body.h).
 * Fills r->subprocess_env as for a CGI script and lays it out as name NUL
 * value NUL … in r->pool. Returns 0, or WIRE_FAULT_VARIABLES_LIMIT with *fault
 * set. */
int persist_variables_make(request_rec *r, apr_off_t content_length,
                           wire_bytes_t *variables, persist_fault_t *fault);

#endif /* PERSIST_VARIABLES_H */
