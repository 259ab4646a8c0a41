/* SPDX-License-Identifier: Apache-2.0 */
/* capacity.h: places for workers: PersistMaxWorkers of all pools together, and
 * what one pool's list in the table holds. */

#ifndef CAPACITY_H
#define CAPACITY_H

#include "state/pool.h"
#include "state/worker.h"

/* Workers that may still be started, by all pools. */
uint32_t capacity_room(const persistd_t *pd);

/* Workers that the pool's list in the table still has room for. */
uint32_t capacity_seats(const pool_t *pool);

/* It will make room without anybody else's doing. Not one that has been about
 * to for long: a request may last for hours, and what a dead file system holds
 * is not ended by SIGKILL. */
int capacity_is_coming(const worker_t *worker, int64_t now);

/* Such workers of all pools. */
uint32_t capacity_coming(const persistd_t *pd, int64_t now);

/* Places of which it is not known yet whether this pool, which has room for so
 * many workers, can have them: of workers that leave, and free ones that are
 * kept for others, who take them at the next moment. */
uint32_t capacity_unsettled(const persistd_t *pd, uint32_t room, int64_t now);

#endif /* CAPACITY_H */
