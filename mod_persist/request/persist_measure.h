/* SPDX-License-Identifier: Apache-2.0 */
/* persist_measure.h: gets a worker for a request, and for a worker whose script
 * reads CONTENT_LENGTH bytes (WIRE_FEATURE_LENGTH) a body of known length.
 * Why: docs/decisions/slow-clients-wait-in-httpd.md */

#ifndef PERSIST_MEASURE_H
#define PERSIST_MEASURE_H

#include "exchange/persist_call.h"

/* Reads the request's body into a spool (persist_gather_run()). */
void persist_measure_gather(persist_call_t *call);

/* Makes call->variables. Returns 0, or the fault's code with call->fault
 * set. */
int persist_measure_variables(persist_call_t *call);

/* Claims a unit (persist_lease_take()), and notes the wait for it. If the
 * worker needs the length of the body, and that is not known, gives the unit
 * back, reads the rest of the body, makes the variables anew, and claims
 * another one. Returns 1, or 0 with call->gone, fault or client_status set. */
int persist_measure_lease(persist_call_t *call);

#endif /* PERSIST_MEASURE_H */
