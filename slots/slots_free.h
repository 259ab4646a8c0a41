/* SPDX-License-Identifier: Apache-2.0 */
/* slots_free.h: counts and finds units that a claim could take now. */

#ifndef SLOTS_FREE_H
#define SLOTS_FREE_H

#include "slots_table.h"

/* Returns how many units of a slot a claim may try. 0 when its worker is
 * leaving or has a BROKEN unit. */
uint32_t slots_free_usable(slots_slot_t *slot);

/* True when one of the usable units of this slot is FREE. */
int slots_free_in_slot(slots_slot_t *slot);

/* True when a usable unit of any slot of this pool is FREE. */
int slots_free_in_pool(const slots_table_t *table, uint32_t pool);

#endif /* SLOTS_FREE_H */
