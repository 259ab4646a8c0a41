/* SPDX-License-Identifier: Apache-2.0 */
/* host.h: how many programs the host of a pool with PersistMode cgi may run. */

#ifndef HOST_H
#define HOST_H

#include "decide/plan.h"
#include "state/pool.h"

/* Offers units of the pool's host for waiting requests as far as there is room,
 * and takes out those that were idle for too long. facts: of the pool, with the
 * room that is left. Returns how many places are lacking. Does nothing for a
 * pool without a host. Part of pool_reconcile(). */
uint32_t host_reconcile(pool_t *pool, const plan_facts_t *facts, int64_t now);

#endif /* HOST_H */
