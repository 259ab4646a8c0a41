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

/* persistd: closes the pool, removes it from the index and wakes all its
 * waiters. The caller has taken its slots out before. */
void slots_pool_remove(slots_table_t *table, uint32_t pool);

/* persistd: records that a worker could not be started, and wakes every waiter.
 */
void slots_pool_fail(slots_table_t *table, uint32_t pool, uint32_t fault,
                     int64_t retry_at);

/* persistd: clears the fault, because a worker is running again. */
void slots_pool_recover(slots_table_t *table, uint32_t pool);

/* persistd: how many workers slots_pool_may_grow() reckons with from now on. A
 * pool whose worker could be given more units has more than it has workers. */
void slots_pool_limit(slots_table_t *table, uint32_t pool,
                      uint32_t workers_max);

/* persistd: for how many requests of a worker a further one may wait
 * (SLOTS_AHEAD). The units for them are opened one by one
 * (slots_slot_offer()). */
void slots_pool_ahead(slots_table_t *table, uint32_t pool, uint32_t ahead);

/* persistd: how many workers are busy at a time before a request waits for one
 * of them although another one is idle. 0: none does. It has an effect only on
 * workers with units for requests ahead. */
void slots_pool_together(slots_table_t *table, uint32_t pool,
                         uint32_t together);

/* True while the pool has fewer workers than it may, not counting leaving ones.
 * A waiter nudges persistd in this case. A waiter checks it after it has taken
 * its cell, and persistd recounts the workers before it reads the cells. */
int slots_pool_may_grow(const slots_table_t *table, uint32_t pool);

#endif /* SLOTS_POOL_H */
