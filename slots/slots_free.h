/* SPDX-License-Identifier: Apache-2.0 */
/* slots_free.h: counts and finds units that a claim could take now. */

#ifndef SLOTS_FREE_H
#define SLOTS_FREE_H

#include "slots_table.h"

/* How many units of a slot a claim may try: none when its worker leaves, or has
 * been given up for one of them. */
uint32_t slots_free_usable(slots_slot_t *slot);

/* True when one of these units is FREE: of one slot, or of any slot of a pool.
 */
int slots_free_in_slot(slots_slot_t *slot);
int slots_free_in_pool(const slots_table_t *table, uint32_t pool);

#endif /* SLOTS_FREE_H */
