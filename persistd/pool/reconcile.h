/* SPDX-License-Identifier: Apache-2.0 */
/* reconcile.h: what pool_look() shares with reload.c and shortage.c. */

#ifndef DEMAND_H
#define DEMAND_H

#include "pool/pool.h"
#include "worker/worker.h"

/* Workers that may still be started, by all pools. */
uint32_t demand_room(const persistd_t *pd);

/* Workers that the pool's list in the table still has room for. */
uint32_t demand_seats(const pool_t *pool);

/* It will make room without anybody else's doing. Not one that has been about
 * to for long: a request may last for hours, and what a dead file system holds
 * is not ended by SIGKILL. */
int demand_makes_room(const worker_t *worker, int64_t now);

/* Such workers of all pools. */
uint32_t demand_leaving(const persistd_t *pd, int64_t now);

/* Places of which it is not known yet whether this pool, which has room for so
 * many workers, can have them: of workers that leave, and free ones that are
 * kept for others, who take them at the next moment. */
uint32_t demand_unsettled(const persistd_t *pd, uint32_t room, int64_t now);

/* STARTING, or killed for a boot too long and not ended yet. */
int demand_is_starting(const worker_t *worker);

/* Starts so many at most; relief: to replace worn ones. Returns 1 when some are
 * put off for a moment: the script is being looked at, or the only worker that
 * can be copied is being copied. */
int demand_start(pool_t *pool, uint32_t count, int relief, int64_t now);

#endif /* DEMAND_H */
