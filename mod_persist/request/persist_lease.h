/* SPDX-License-Identifier: Apache-2.0 */
/* persist_lease.h: gets a worker for one request, at once or through the pool's
 * queue, and gives it back. */

#ifndef PERSIST_LEASE_H
#define PERSIST_LEASE_H

#include "exchange/persist_call.h"

/* Starts the clock of PersistQueue. Call this once for each request. */
void persist_lease_begin(persist_call_t *call);

/* Returns 0 with call->lease set, the fault's code with call->fault set, or -1
 * with call->gone set if the client has left meanwhile. */
int persist_lease_take(persist_call_t *call);

/* Ends the lease according to call->fate. Counts the request, unless the worker
 * lives and has not taken it. */
void persist_lease_settle(persist_call_t *call);

#endif /* PERSIST_LEASE_H */
