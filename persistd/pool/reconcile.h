/* SPDX-License-Identifier: Apache-2.0 */
/* reconcile.h: makes a pool's workers what the plan says (decide/plan.h). */

#ifndef RECONCILE_H
#define RECONCILE_H

#include "state/pool.h"

/* Starts and retires workers as the plan says; `waiting` are requests that
 * will come, besides those that stand in the queue. Callbacks mark the pool
 * instead (state/agenda.h); only a question that needs the result at once calls
 * this. */
void pool_reconcile(pool_t *pool, uint32_t waiting);

/* Those that are marked: twice at most, the rest in the next turn. */
void pool_reconcile_marked(persistd_t *pd);

/* Looks at all pools, and marks them. */
void pool_tick_all(persistd_t *pd);

#endif /* RECONCILE_H */
