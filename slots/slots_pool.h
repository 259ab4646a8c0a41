/* SPDX-License-Identifier: Apache-2.0 */
/* slots_pool.h: persistd's side of a pool's entry in the table. */

#ifndef SLOTS_POOL_H
#define SLOTS_POOL_H

#include "slots_table.h"

/* persistd: takes an unused entry into use. Returns its index with *generation
 * set, or -1 with errno ENOSPC. */
int slots_pool_add(slots_table_t *table, uint64_t key_high, uint64_t key_low,
                   uint64_t version, uint32_t workers_max,
                   uint64_t *generation);

/* persistd: the pool is no more: closed, out of the index, all waiters woken.
 * Its slots must have been taken out before. */
void slots_pool_remove(slots_table_t *table, uint32_t pool);

/* persistd: a worker could not be started; wakes every waiter. */
void slots_pool_fail(slots_table_t *table, uint32_t pool, uint32_t fault,
                     int64_t retry_at);

/* persistd: a worker is up again: no fault any more. */
void slots_pool_recover(slots_table_t *table, uint32_t pool);

/* True while the pool has fewer workers, leaving ones aside, than it may: one
 * who waits tells persistd then. Asked after the cell was taken; persistd
 * counts the workers anew before it looks at the cells. */
int slots_pool_may_grow(const slots_table_t *table, uint32_t pool);

#endif /* SLOTS_POOL_H */
