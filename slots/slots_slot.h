/* SPDX-License-Identifier: Apache-2.0 */
/* slots_slot.h: persistd's side of a worker's slot, and its steps of the units'
 * words: start, open, take out, free, clear. */

#ifndef SLOTS_SLOT_H
#define SLOTS_SLOT_H

#include "slots_table.h"

/* persistd: gives an unused slot (all units VOID) to the pool, with the next
 * incarnation, and turns its units STARTING. Returns the slot's index with
 * *incarnation set, or -1 with errno ENOSPC (no slot, or the pool's list is
 * full). */
int slots_slot_start(slots_table_t *table, uint32_t pool, uint64_t version,
                     uint32_t *incarnation);

/* persistd: the worker is READY. `capacity` units turn FREE and the others
 * VOID, and the first waiter is woken, which wakes the next one if units are
 * left. Returns 0, or -1 with errno EINVAL (capacity 0 or above SLOTS_UNITS).
 * Only STARTING units change, so that it can be called again for an adopted
 * worker. */
int slots_slot_open(slots_table_t *table, uint32_t slot, uint32_t capacity,
                    uint32_t features, uint32_t pid);

/* persistd: makes the worker leave. FREE units turn DRAINING; leased ones
 * follow at their release. Returns how many units are still LEASED or
 * FINISHING. Call it again until it returns 0, then send STOP. */
uint32_t slots_slot_leave(slots_table_t *table, uint32_t slot);

/* persistd: records that it is about to kill this worker for this wire_fault_t.
 */
void slots_slot_condemn(slots_table_t *table, uint32_t slot, uint32_t fault);

/* persistd: a FINISHING unit is idle again. It turns FREE and the first waiter
 * is woken, or it turns DRAINING when the slot is leaving. Returns 1 when the
 * unit was FINISHING, else 0. */
int slots_unit_finished(slots_table_t *table, uint32_t slot, uint32_t unit);

/* persistd: the worker is gone. Every unit turns VOID, whatever its state
 * (slots_lease_holds() then fails for a lease that was valid), and the slot
 * leaves its pool. */
void slots_slot_clear(slots_table_t *table, uint32_t slot);

#endif /* SLOTS_SLOT_H */
