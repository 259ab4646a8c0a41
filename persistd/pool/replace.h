/* SPDX-License-Identifier: Apache-2.0 */
/* replace.h: new workers for old ones, while the pool serves: for those that
 * have done enough (decide/wear.h), and for all of them by order. */

#ifndef REPLACE_H
#define REPLACE_H

#include "state/pool.h"
#include "state/worker.h"

/* A worker that was started to replace another one is READY: of the pool's
 * worn ones the oldest leaves. */
void replace_retire_worn(pool_t *pool);

/* An order: all workers of the pool are worn. Returns their number. */
uint32_t replace_all(pool_t *pool);

/* No new one can be started: what an order has marked may stay. */
void replace_cancel(pool_t *pool);

#endif /* REPLACE_H */
