/* SPDX-License-Identifier: Apache-2.0 */
/* slots_hints.c: see slots_hints.h. */

#include "slots_hints.h"
#include "slots_unit.h"

static _Atomic uint64_t *word_of(const slots_table_t *table, uint32_t unit)
{
    return &table->hints[(unit - table->shared) / SLOTS_BLOCK].free;
}

static uint64_t bit_of(const slots_table_t *table, uint32_t unit)
{
    return 1ull << (unit - table->shared) % SLOTS_BLOCK;
}

/* Bits behind the run's last unit belong to nobody. */
uint64_t slots_hints_read(const slots_table_t *table, slots_run_t run,
                          uint32_t n)
{
    uint32_t left = run.count - n * SLOTS_BLOCK;
    uint64_t mask = left < SLOTS_BLOCK ? (1ull << left) - 1 : UINT64_MAX;
    return atomic_load(word_of(table, run.first + n * SLOTS_BLOCK)) & mask;
}

void slots_hints_set(slots_table_t *table, uint32_t unit)
{
    if (slots_run_is_shared(table, unit))
        atomic_fetch_or(word_of(table, unit), bit_of(table, unit));
}

int slots_hints_take(slots_table_t *table, uint32_t unit)
{
    uint64_t bit = bit_of(table, unit);
    return (atomic_fetch_and(word_of(table, unit), ~bit) & bit) != 0;
}

void slots_hints_mend(slots_table_t *table, uint32_t unit)
{
    if (!slots_run_is_shared(table, unit) ||
        slots_unit_state(atomic_load(&table->units[unit])) != SLOTS_FREE ||
        (atomic_load(word_of(table, unit)) & bit_of(table, unit)))
        return;
    slots_hints_set(table, unit);
}

void slots_hints_clear(slots_table_t *table, slots_run_t run)
{
    if (!slots_run_is_shared(table, run.first))
        return;
    for (uint32_t n = 0; n < slots_hints_blocks(run); n++)
        atomic_store(word_of(table, run.first + n * SLOTS_BLOCK), 0);
}
