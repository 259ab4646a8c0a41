/* SPDX-License-Identifier: Apache-2.0 */
/* slots_slot.h: persistd's side of a worker's slot, and its steps of the units'
 * words: start, open, take out, free, clear. */

#ifndef SLOTS_SLOT_H
#define SLOTS_SLOT_H

#include "slots_run.h"

/* persistd: gives an EMPTY slot to the pool, with the next incarnation; the
 * slot is STARTING and has no units yet. Returns the slot's index with
 * *incarnation set, or -1 with errno ENOSPC (no slot, or the pool's list is
 * full). */
int slots_slot_start(slots_table_t *table, uint32_t pool, uint64_t version,
                     uint32_t *incarnation);

/* persistd, before the slot is opened: gives its worker another incarnation. */
void slots_slot_name(slots_table_t *table, uint32_t slot, uint32_t incarnation);

/* persistd: the worker is READY. The units of the run, which no other slot has,
 * turn FREE, and the first waiter is woken, which wakes the next one if units
 * are left. Returns 0, or -1 with errno EINVAL (slots_run_is_good() fails). May
 * be called again, with the same run, after a persistd that was killed inside
 * it; only VOID units change then. */
int slots_slot_open(slots_table_t *table, uint32_t slot, slots_run_t run,
                    uint32_t features, uint32_t pid);

/* The same with `count` of the units, one at least. The others stay VOID. */
int slots_slot_open_some(slots_table_t *table, uint32_t slot, slots_run_t run,
                         uint32_t count, uint32_t features, uint32_t pid);

/* persistd: VOID units of an open slot turn FREE until `count` are offered, and
 * the first waiter is woken. Not for a slot that is leaving. */
void slots_slot_offer(slots_table_t *table, uint32_t slot, uint32_t count);

/* Returns how many units of the run are offered: those that are not VOID. */
uint32_t slots_slot_offered(const slots_table_t *table, slots_run_t run);

/* persistd: offers the unit with this index in the table no longer, if its word
 * is this one, and FREE. Returns 1 when it has turned VOID, else 0. */
int slots_unit_withdraw(slots_table_t *table, uint32_t at, uint64_t word);

/* persistd: adopts the worker of an open slot. Finishes what its predecessor
 * may have left half done: sets the hints of FREE units and wakes the front. */
void slots_slot_mend(slots_table_t *table, uint32_t slot);

/* persistd: the worker takes requests and does not leave, and `offered` units
 * of its run are to be offered. Units that somebody has written to, and that no
 * step would bring back, turn FINISHING, so that the worker is asked whether
 * they are idle; what is FREE beyond `offered` turns VOID. Returns how many it
 * changed. */
uint32_t slots_slot_regain(slots_table_t *table, slots_run_t run,
                           uint32_t offered);

/* persistd: recomputes the counts that follow from the pool's list. Returns 1
 * if they were wrong, else 0. */
int slots_slot_recount(slots_table_t *table, uint32_t pool);

/* persistd: makes the worker leave. FREE units turn DRAINING; leased ones
 * follow at their release. Returns how many units are still LEASED, FINISHING
 * or DROPPED. Call it again until it returns 0, then send STOP. */
uint32_t slots_slot_leave(slots_table_t *table, uint32_t slot);

/* persistd: records that it is about to kill this worker for this wire_fault_t.
 */
void slots_slot_condemn(slots_table_t *table, uint32_t slot, uint32_t fault);

/* persistd: the unit with this index in the table, a FINISHING or DROPPED one
 * of this slot, is idle again. It turns FREE and the first waiter is woken, or
 * it turns DRAINING when the slot is leaving. Returns 1 when the unit was one
 * of these, else 0. */
int slots_unit_finished(slots_table_t *table, uint32_t slot, uint32_t at);

/* persistd: the worker is gone. Every unit of its run turns VOID, whatever its
 * state (slots_lease_holds() then fails for a lease that was valid), and the
 * slot leaves its pool and is EMPTY, without a run. */
void slots_slot_clear(slots_table_t *table, uint32_t slot);

/* persistd: the slot's run is not its own, as only a hostile writer can have
 * made it. The slot loses the run, so that a clear does not touch the units. */
void slots_slot_disown(slots_table_t *table, uint32_t slot);

#endif /* SLOTS_SLOT_H */
