/* SPDX-License-Identifier: Apache-2.0 */
/* capacity.h: places for workers. PersistMaxWorkers limits all pools together,
 * and each pool's list in the table has a fixed size. A worker takes one place,
 * a host one for each program that it may run. */

#ifndef CAPACITY_H
#define CAPACITY_H

#include "state/pool.h"
#include "state/worker.h"

/* Places that are free. */
uint32_t capacity_room(const persistd_t *pd);

/* Workers that still fit into the pool's list in the table. */
uint32_t capacity_seats(const pool_t *pool);

/* True if the worker's place will soon be free without further action. False if
 * it has been leaving for long: a request may last for hours, and SIGKILL does
 * not end a process that a dead file system blocks. */
int capacity_is_coming(const worker_t *worker, int64_t now);

/* The places of such workers, of all pools. */
uint32_t capacity_coming(const persistd_t *pd, int64_t now);

/* Places of which it is not known yet whether this pool can have them, while it
 * has room for `room` workers: those of leaving workers, and free ones reserved
 * for other pools, which will take them in a moment. */
uint32_t capacity_unsettled(const persistd_t *pd, uint32_t room, int64_t now);

#endif /* CAPACITY_H */
