/* SPDX-License-Identifier: Apache-2.0 */
/* slots_run.h: which units of the table belong to a worker: a run without a
 * gap.
 *
 *   units[]  | home of slot 0 | home of slot 1 | …  | block | block | block | …
 *              SLOTS_HOME       SLOTS_HOME            SLOTS_BLOCK each, shared
 *
 * A worker that offers no more than SLOTS_HOME requests at a time always has
 * room in its slot's home. persistd gives a larger one a run of shared blocks.
 * The slot's word `run` names it: the first unit in the high half, the number
 * of units in the low half.
 * Why: docs/decisions/units-by-the-hundred.md */

#ifndef SLOTS_RUN_H
#define SLOTS_RUN_H

#include "slots_table.h"

typedef struct slots_run {
    uint32_t first; /* index in the table's units */
    uint32_t count; /* 1…SLOTS_UNITS; 0: no units */
} slots_run_t;

static inline uint64_t slots_run_pack(slots_run_t run)
{
    return (uint64_t)run.first << 32 | run.count;
}

/* Returns the first `count` units of the slot's home, SLOTS_HOME at most. */
static inline slots_run_t slots_run_home(uint32_t slot, uint32_t count)
{
    return (slots_run_t){slot * SLOTS_HOME,
                         count < SLOTS_HOME ? count : SLOTS_HOME};
}

/* True for a unit of a shared block, which has a hint. */
static inline int slots_run_is_shared(const slots_table_t *table, uint32_t unit)
{
    return unit >= table->shared;
}

/* True when the run lies within the slot's home or within shared blocks, at the
 * start of one. */
static inline int slots_run_is_good(const slots_table_t *table, slots_run_t run)
{
    if (run.count == 0 || run.count > SLOTS_UNITS ||
        run.first >= table->unit_count ||
        run.count > table->unit_count - run.first)
        return 0;
    if (slots_run_is_shared(table, run.first))
        return (run.first - table->shared) % SLOTS_BLOCK == 0;
    return run.first % SLOTS_HOME == 0 && run.count <= SLOTS_HOME;
}

/* Reads which units the slot has. The word comes from shared memory; a run that
 * is not good counts as none. Another slot's run may be good: that costs the
 * workers of a hostile writer's own server requests, but no access outside the
 * table. */
static inline slots_run_t slots_run_of(const slots_table_t *table,
                                       const slots_slot_t *slot)
{
    uint64_t word = atomic_load(&slot->run);
    const slots_run_t run = {(uint32_t)(word >> 32), (uint32_t)word};
    return slots_run_is_good(table, run) ? run : (slots_run_t){0, 0};
}

#endif /* SLOTS_RUN_H */
