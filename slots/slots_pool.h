/* SPDX-License-Identifier: Apache-2.0 */
/* slots_pool.h: persistd's side of a pool's entry in the table. */

#ifndef SLOTS_POOL_H
#define SLOTS_POOL_H

#include "slots_table.h"

/* The bounds of slots_pool_look_us(). A worker that waits for a processor gets
 * on with none of its requests for some milliseconds, however short they are.
 */
#define SLOTS_LOOK_LEAST_US 4000u
#define SLOTS_LOOK_MOST_US 50000u

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

/* persistd: after how many microseconds a request that waits at a busy worker
 * (SLOTS_AHEAD) looks whether that gets on. 0: persistd does not know. */
void slots_pool_look(slots_table_t *table, uint32_t pool, uint32_t look_us);

/* Returns that time, between SLOTS_LOOK_LEAST_US and SLOTS_LOOK_MOST_US,
 * whatever the table has; the latter if persistd does not know. */
uint32_t slots_pool_look_us(const slots_table_t *table, uint32_t pool);

/* True while the pool has fewer workers than it may, not counting leaving ones.
 * A waiter nudges persistd in this case. A waiter checks it after it has taken
 * its cell, and persistd recounts the workers before it reads the cells. */
int slots_pool_may_grow(const slots_table_t *table, uint32_t pool);

#endif /* SLOTS_POOL_H */
