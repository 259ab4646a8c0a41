/* SPDX-License-Identifier: Apache-2.0 */
/* slots_hints.h: finds a FREE unit among hundreds. Each shared block of units
 * has one word with one bit for each unit. A set bit says that its unit may be
 * FREE, and it is a token as well: only the thread that cleared the bit may
 * claim the unit.
 *
 *   makes a unit FREE:  unit := FREE, bit := 1, then looks for waiters
 *   claims:             bit := 0; the unit is FREE and fits: takes its step;
 *                       failed, and it is FREE: bit := 1, looks for waiters
 *
 * So a unit that is FREE has its bit set, or a living thread is between two of
 * these steps; a sweep sets the bits that dead ones have taken along. A bit
 * that is set wrongly costs one failed claim. slots/PROTOCOL.md, section 4, has
 * the proof. Units of a slot's home have no hints; claims read their words. */

#ifndef SLOTS_HINTS_H
#define SLOTS_HINTS_H

#include "slots_run.h"

/* Returns the number of blocks in which the shared run has units. */
static inline uint32_t slots_hints_blocks(slots_run_t run)
{
    return (run.count + SLOTS_BLOCK - 1) / SLOTS_BLOCK;
}

/* Reads which units of the run's n-th block may be FREE, one bit for each. */
uint64_t slots_hints_read(const slots_table_t *table, slots_run_t run,
                          uint32_t n);

/* The unit has turned FREE. Does nothing for a unit of a home. */
void slots_hints_set(slots_table_t *table, uint32_t unit);

/* Before a claim: clears the bit. Returns 1 when it was set. */
int slots_hints_take(slots_table_t *table, uint32_t unit);

/* Sets the bit of a unit that is FREE, in case a dead thread has cleared it. */
void slots_hints_mend(slots_table_t *table, uint32_t unit);

/* persistd: no unit of the run is FREE any more. */
void slots_hints_clear(slots_table_t *table, slots_run_t run);

#endif /* SLOTS_HINTS_H */
