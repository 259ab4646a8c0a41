/* SPDX-License-Identifier: Apache-2.0 */
/* slots_free.c: reads units' words. A claim reads them again and then takes its
 * step. */

#include "slots_free.h"
#include "slots_private.h"

/* When one unit is BROKEN, httpd has given up the worker and persistd is about
 * to kill it, so its other units are not offered either. */
uint32_t slots_free_usable(slots_slot_t *slot)
{
    uint32_t units = slots_bounded(&slot->capacity, SLOTS_UNITS);
    for (uint32_t unit = 0; unit < units; unit++)
        if (slots_unit_state(atomic_load(&slot->units[unit])) == SLOTS_BROKEN)
            return 0;
    return atomic_load(&slot->leaving) ? 0 : units;
}

int slots_free_in_slot(slots_slot_t *slot)
{
    uint32_t units = slots_free_usable(slot);
    for (uint32_t unit = 0; unit < units; unit++)
        if (slots_unit_state(atomic_load(&slot->units[unit])) == SLOTS_FREE)
            return 1;
    return 0;
}

int slots_free_in_pool(const slots_table_t *table, uint32_t pool)
{
    uint32_t count =
        slots_bounded(&table->pools[pool].slot_count, SLOTS_POOL_SLOTS);
    for (uint32_t n = 0; n < count; n++) {
        slots_slot_t *slot = slots_pool_slot(table, pool, n);
        if (slot && slots_free_in_slot(slot))
            return 1;
    }
    return 0;
}
