/* SPDX-License-Identifier: Apache-2.0 */
/* reconcile.h: changes a pool's workers according to the plan
 * (decide/plan.h). */

#ifndef RECONCILE_H
#define RECONCILE_H

#include "state/pool.h"

/* Starts and retires workers according to the plan. `waiting`: requests that
 * are about to come, besides those in the queue. Callbacks mark the pool
 * instead (state/agenda.h). Only code that needs the result at once calls
 * this. */
void pool_reconcile(pool_t *pool, uint32_t waiting);

/* Reconciles the marked pools, in two rounds at most. Pools marked after that
 * have to wait for the next turn. */
void pool_reconcile_marked(persistd_t *pd);

/* Once a second: checks all pools and marks them. */
void pool_tick_all(persistd_t *pd);

#endif /* RECONCILE_H */
