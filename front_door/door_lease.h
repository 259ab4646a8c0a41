/* SPDX-License-Identifier: Apache-2.0 */
/* door_lease.h: gets a worker for the request, at once or through the pool's
 * queue, and gives it back. */

#ifndef DOOR_LEASE_H
#define DOOR_LEASE_H

#include "door_call.h"

/* Has persistd start a worker of the script, unless it has one. Returns 0 when
 * persistd knows the script, or -1 with call->fault set. Whether it can be
 * started is what the order says that follows. */
int door_lease_prepare(door_call_t *call);

/* Takes an owner's byte, and a lease before call->patience. If persistd is
 * killed or ends meanwhile another one is started. Returns 0, or -1 with
 * call->fault set. */
int door_lease_take(door_call_t *call);

/* Gives the lease back as call->fate says. */
void door_lease_settle(door_call_t *call);

#endif /* DOOR_LEASE_H */
