/* SPDX-License-Identifier: Apache-2.0 */
/* persist_lease.h: a worker for one request: claimed at once, or waited for in
 * the pool's queue; and given back. */

#ifndef PERSIST_LEASE_H
#define PERSIST_LEASE_H

#include "exchange/persist_call.h"

/* Starts the clock of PersistQueue; once for each request. */
void persist_lease_begin(persist_call_t *call);

/* Returns 0 with call->lease set; the fault's code with call->fault set; or -1
 * with call->gone set: the client did not wait that long. */
int persist_lease_take(persist_call_t *call);

/* Ends the lease as call->fate says, and counts the request: not when the
 * worker lives and has not taken it. */
void persist_lease_settle(persist_call_t *call);

#endif /* PERSIST_LEASE_H */
