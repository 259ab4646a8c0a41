/* SPDX-License-Identifier: Apache-2.0 */
/* slots_wake.h: wakes requests that wait in a pool's queue. */

#ifndef SLOTS_WAKE_H
#define SLOTS_WAKE_H

#include "slots_table.h"

/* Wakes the first who could claim a unit that has turned FREE in this slot. */
void slots_wake_front(slots_table_t *table, uint32_t pool,
                      const slots_slot_t *slot);

/* Wakes all who wait for this worker alone: it can't be had any more. */
void slots_wake_aimed(slots_table_t *table, uint32_t pool, uint32_t aim);

/* Wakes who could claim what is FREE. Called after a cell turned GONE, whose
 * wake-up may have been meant for the next one. */
void slots_wake_pass_on(slots_table_t *table, uint32_t pool);

/* Wakes every request that waits in the queue. */
void slots_wake_all(slots_table_t *table, uint32_t pool);

#endif /* SLOTS_WAKE_H */
