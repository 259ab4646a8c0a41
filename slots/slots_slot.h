/* SPDX-License-Identifier: Apache-2.0 */
/* slots_slot.h: persistd's side of a worker's slot, and its steps of the units'
 * words: start, open, take out, free, clear. */

#ifndef SLOTS_SLOT_H
#define SLOTS_SLOT_H

#include "slots_table.h"

/* persistd: an unused slot (all units VOID) is given to the pool with the next
 * incarnation; its units turn STARTING. Returns the slot's index with
 * *incarnation set, or -1 with errno ENOSPC (no slot, or the pool's list is
 * full). */
int slots_slot_start(slots_table_t *table, uint32_t pool, uint64_t version,
                     uint32_t *incarnation);

/* persistd: the worker is READY; `capacity` units turn FREE, the others VOID,
 * and the first waiter is woken, who wakes the next if units are left. Returns
 * 0, or -1 with errno EINVAL (capacity 0 or above SLOTS_UNITS). Only STARTING
 * units change, so that it may be called again for an adopted worker. */
int slots_slot_open(slots_table_t *table, uint32_t slot, uint32_t capacity,
                    uint32_t features, uint32_t pid);

/* persistd: the worker shall leave. Turns FREE units DRAINING; leased ones
 * follow at their release. Returns how many units are still LEASED or
 * FINISHING; call it again until it says 0, then send STOP. */
uint32_t slots_slot_leave(slots_table_t *table, uint32_t slot);

/* persistd: it is about to kill this worker for that wire_fault_t. */
void slots_slot_condemn(slots_table_t *table, uint32_t slot, uint32_t fault);

/* persistd: a FINISHING unit is idle again: FREE (or DRAINING when leaving),
 * first waiter woken. Returns 1 when it was FINISHING, else 0. */
int slots_unit_finished(slots_table_t *table, uint32_t slot, uint32_t unit);

/* persistd: the worker is gone; every unit turns VOID whatever it was (a lease
 * that stood sees slots_lease_holds() fail), and the slot leaves its pool. */
void slots_slot_clear(slots_table_t *table, uint32_t slot);

#endif /* SLOTS_SLOT_H */
