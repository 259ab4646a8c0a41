/* SPDX-License-Identifier: Apache-2.0 */
/* slots_wake.c: chooses the waiters to wake when a unit turns FREE or a worker
 * leaves. */

#include "slots_wake.h"
#include "slots_cells.h"
#include "slots_free.h"
#include "slots_futex.h"
#include "slots_private.h"

void slots_wake_front(slots_table_t *table, uint32_t pool,
                      const slots_slot_t *slot)
{
    _Atomic uint32_t *front =
        slots_cells_front(&table->pools[pool], atomic_load(&slot->entry));
    if (front)
        slots_futex_wake(front);
}

void slots_wake_aimed(slots_table_t *table, uint32_t pool, uint32_t aim)
{
    slots_pool_t *entry = &table->pools[pool];
    uint32_t used = slots_cells_used(entry);
    for (uint32_t i = 0; aim && i < used; i++) {
        uint64_t word = atomic_load(&entry->cells[i]);
        if ((word & SLOTS_WAITING) && slots_cell_aim(word) == aim)
            slots_futex_wake(&entry->futexes[i]);
    }
}

void slots_wake_all(slots_table_t *table, uint32_t pool)
{
    slots_pool_t *entry = &table->pools[pool];
    uint32_t used = slots_cells_used(entry);
    for (uint32_t i = 0; i < used; i++)
        if (atomic_load(&entry->cells[i]) & SLOTS_WAITING)
            slots_futex_wake(&entry->futexes[i]);
}

/* Wakes each waiter once. A waiter that claims one of several units passes the
 * wake-up on for the others. */
void slots_wake_pass_on(slots_table_t *table, uint32_t pool)
{
    slots_pool_t *entry = &table->pools[pool];
    uint32_t count = slots_bounded(&entry->slot_count, SLOTS_POOL_SLOTS);
    _Atomic uint32_t *woken = NULL;
    if (!slots_cells_waiting(entry, 0))
        return;
    for (uint32_t n = 0; n < count; n++) {
        slots_slot_t *slot = slots_pool_slot(table, pool, n);
        _Atomic uint32_t *front = slot && slots_free_in_slot(table, slot)
                                      ? slots_cells_front(entry, n + 1)
                                      : NULL;
        if (front && front != woken)
            slots_futex_wake(front);
        woken = front ? front : woken;
    }
}

void slots_wake_everywhere(slots_table_t *table)
{
    for (uint32_t pool = 0; pool < table->sizes.pools; pool++)
        slots_wake_pass_on(table, pool);
}
