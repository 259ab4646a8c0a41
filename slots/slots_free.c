/* SPDX-License-Identifier: Apache-2.0 */
/* slots_free.c: reads units' words and their hints. A claim reads them again
 * and then takes its step. */

#include "slots_free.h"
#include "slots_hints.h"
#include "slots_private.h"

/* When httpd has given up the worker as BROKEN, persistd is about to kill it,
 * so none of its units is offered. */
slots_run_t slots_free_run(const slots_table_t *table, const slots_slot_t *slot)
{
    if (atomic_load(&slot->leaving) || !atomic_load(&slot->sound))
        return (slots_run_t){0, 0};
    return slots_run_of(table, slot);
}

static int is_free(const slots_table_t *table, uint32_t unit)
{
    return slots_unit_state(atomic_load(&table->units[unit])) == SLOTS_FREE;
}

static int free_in_block(const slots_table_t *table, slots_run_t run,
                         uint32_t n)
{
    uint64_t hints = slots_hints_read(table, run, n);
    uint32_t first = run.first + n * SLOTS_BLOCK;
    for (; hints; hints &= hints - 1)
        if (is_free(table, first + slots_lowest(hints)))
            return 1;
    return 0;
}

static int free_in_blocks(const slots_table_t *table, slots_run_t run)
{
    for (uint32_t n = 0; n < slots_hints_blocks(run); n++)
        if (free_in_block(table, run, n))
            return 1;
    return 0;
}

int slots_free_in_run(const slots_table_t *table, slots_run_t run)
{
    if (slots_run_is_shared(table, run.first))
        return free_in_blocks(table, run);
    for (uint32_t n = 0; n < run.count; n++)
        if (is_free(table, run.first + n))
            return 1;
    return 0;
}

int slots_free_in_slot(const slots_table_t *table, const slots_slot_t *slot)
{
    return slots_free_in_run(table, slots_free_run(table, slot));
}

int slots_free_in_pool(const slots_table_t *table, uint32_t pool)
{
    uint32_t count =
        slots_bounded(&table->pools[pool].slot_count, SLOTS_POOL_SLOTS);
    for (uint32_t n = 0; n < count; n++) {
        slots_slot_t *slot = slots_pool_slot(table, pool, n);
        if (slot && slots_free_in_slot(table, slot))
            return 1;
    }
    return 0;
}

int slots_free_is_ahead(const slots_slot_t *slot, slots_run_t run)
{
    return run.count == SLOTS_AHEAD_UNITS &&
           atomic_load(&slot->features) & SLOTS_AHEAD;
}

int slots_free_at_once(const slots_table_t *table, const slots_slot_t *slot,
                       slots_run_t run)
{
    return slots_free_in_run(table, run) && (!slots_free_is_ahead(slot, run) ||
                                             slots_free_used(table, run) == 0);
}

int slots_free_behind(const slots_table_t *table, slots_run_t run,
                      uint32_t ahead)
{
    const slots_census_t census = slots_free_census(table, run);
    uint32_t used = census.leased + census.finishing;
    return census.free > 0 && used <= ahead &&
           (census.finishing == 0 || used == 1);
}

uint32_t slots_free_used(const slots_table_t *table, slots_run_t run)
{
    uint32_t used = run.count;
    if (!slots_run_is_shared(table, run.first)) {
        const slots_census_t census = slots_free_census(table, run);
        return census.leased + census.finishing;
    }
    for (uint32_t n = 0; n < slots_hints_blocks(run); n++)
        used -= slots_bits(slots_hints_read(table, run, n));
    return used;
}

slots_census_t slots_free_census(const slots_table_t *table, slots_run_t run)
{
    slots_census_t census = {0};
    for (uint32_t n = 0; n < run.count; n++) {
        uint64_t word = atomic_load(&table->units[run.first + n]);
        census.free += slots_unit_state(word) == SLOTS_FREE;
        census.leased += slots_unit_state(word) == SLOTS_LEASED;
        census.finishing += (uint32_t)slots_unit_is_over(word);
        census.dropped += slots_unit_state(word) == SLOTS_DROPPED;
    }
    return census;
}
