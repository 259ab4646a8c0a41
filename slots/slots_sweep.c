/* SPDX-License-Identifier: Apache-2.0 */
/* slots_sweep.c: clears what a dead httpd child left in the table. Every step
 * can be repeated, so a sweeper that is killed leaves nothing to undo. */

#include "slots_sweep.h"
#include "slots_cells.h"
#include "slots_hints.h"
#include "slots_owners.h"
#include "slots_private.h"
#include "slots_wake.h"

/* If the step fails, persistd has changed the word to recycle the worker. */
static int unit_sweep(slots_unit_t *unit, uint32_t owner)
{
    uint64_t word = atomic_load(unit);
    return slots_unit_state(word) == SLOTS_LEASED &&
           slots_unit_owner(word) == owner &&
           slots_unit_step(unit, word, SLOTS_FINISHING, 0);
}

/* Sweeps the units of one worker, and sets the hints that the dead child has
 * taken along. */
static uint32_t slot_sweep(slots_table_t *table, const slots_slot_t *slot,
                           uint32_t owner)
{
    const slots_run_t run = slots_run_of(table, slot);
    uint32_t leases = 0;
    for (uint32_t unit = run.first; unit < run.first + run.count; unit++) {
        leases += (uint32_t)unit_sweep(&table->units[unit], owner);
        slots_hints_mend(table, unit);
    }
    return leases;
}

/* Wakes the front in every pool, also where the dead child had no cell, because
 * the child may have died between making a unit FREE and waking. */
uint32_t slots_sweep(slots_table_t *table, uint32_t owner)
{
    uint32_t leases = 0;
    for (uint32_t slot = 0; slot < table->sizes.slots; slot++)
        leases += slot_sweep(table, &table->slots[slot], owner);
    for (uint32_t pool = 0; pool < table->sizes.pools; pool++) {
        slots_cells_sweep(&table->pools[pool], owner);
        slots_wake_pass_on(table, pool);
    }
    atomic_store(&table->owners[owner].waiting, 0);
    return leases;
}

int slots_sweep_dead(slots_table_t *table, int owners_fd, uint32_t owner)
{
    int seized = slots_owners_seize(owners_fd, owner);
    if (seized != 1)
        return seized;
    slots_sweep(table, owner);
    return slots_owners_free(owners_fd, owner) == 0 ? 1 : -1;
}
