/* SPDX-License-Identifier: Apache-2.0 */
/* replace.h: replaces workers while the pool serves: worn ones (decide/wear.h),
 * or all of them by order. */

#ifndef REPLACE_H
#define REPLACE_H

#include "state/pool.h"
#include "state/worker.h"

/* Lets the oldest of the pool's worn workers leave: a replacement is READY, or
 * there is no place for one. */
void replace_retire_worn(pool_t *pool);

/* Marks all workers of the pool as worn, by order. Returns their number. */
uint32_t replace_all(pool_t *pool);

/* No new worker can be started, so the workers that an order has marked
 * stay. */
void replace_cancel(pool_t *pool);

#endif /* REPLACE_H */
