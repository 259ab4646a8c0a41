/* SPDX-License-Identifier: Apache-2.0 */
/* slots_wake.h: wakes requests that wait in a pool's queue. */

#ifndef SLOTS_WAKE_H
#define SLOTS_WAKE_H

#include "slots_table.h"

/* Wakes the front among the waiters that could claim a unit of this slot, which
 * has turned FREE. */
void slots_wake_front(slots_table_t *table, uint32_t pool,
                      const slots_slot_t *slot);

/* Wakes all waiters that aim at this entry, because its worker takes no
 * requests any more. */
void slots_wake_aimed(slots_table_t *table, uint32_t pool, uint32_t aim);

/* Wakes the waiters that could claim the FREE units. Called after a cell turned
 * GONE, whose wake-up may have been meant for the next waiter. */
void slots_wake_pass_on(slots_table_t *table, uint32_t pool);

/* As slots_wake_pass_on(), in all pools. */
void slots_wake_everywhere(slots_table_t *table);

/* Wakes every request that waits in the queue. */
void slots_wake_all(slots_table_t *table, uint32_t pool);

#endif /* SLOTS_WAKE_H */
