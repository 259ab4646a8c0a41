/* SPDX-License-Identifier: Apache-2.0 */
/* slots_slot.c: persistd's steps of a worker's slot, from start to clear. Each
 * function may be called again after a persistd that was killed inside it. */

#include "slots_slot.h"
#include "common_clock.h"
#include "slots_hints.h"
#include "slots_histogram.h"
#include "slots_private.h"
#include "slots_told.h"
#include "slots_wake.h"

#include <errno.h>

static uint32_t relaxed(const _Atomic uint32_t *word)
{
    return atomic_load_explicit(word, memory_order_relaxed);
}

int slots_slot_recount(slots_table_t *table, uint32_t pool)
{
    slots_pool_t *entry = &table->pools[pool];
    uint32_t count = 0, workers = 0;
    for (uint32_t n = 0; n < SLOTS_POOL_SLOTS; n++) {
        const slots_slot_t *slot = slots_pool_slot(table, pool, n);
        if (!slot)
            continue;
        count = n + 1;
        workers += !atomic_load(&slot->leaving);
    }
    int changed = relaxed(&entry->slot_count) != count ||
                  relaxed(&entry->workers) != workers;
    atomic_store(&entry->slot_count, count);
    atomic_store(&entry->workers, workers);
    return changed;
}

/* Takes the slot out of the pool that it names. The slot's pool field is
 * cleared last, so that the next persistd repeats all of it after a kill in
 * between. */
static void pool_unlist(slots_table_t *table, slots_slot_t *slot)
{
    uint32_t pool = atomic_load(&slot->pool);
    uint32_t index = (uint32_t)(slot - table->slots);
    if (pool == 0 || pool > table->sizes.pools)
        return;
    for (uint32_t n = 0; n < SLOTS_POOL_SLOTS; n++)
        if (atomic_load(&table->pools[pool - 1].slots[n]) == index + 1)
            atomic_store(&table->pools[pool - 1].slots[n], 0);
    slots_histogram_move(&slot->served, &table->pools[pool - 1].served);
    slots_told_move(&slot->told, &table->pools[pool - 1].told);
    slots_slot_recount(table, pool - 1);
    atomic_store(&slot->pool, 0);
}

/* Returns a free place in the pool's list, or -1. */
static int pool_place(const slots_table_t *table, uint32_t pool)
{
    for (int n = 0; n < (int)SLOTS_POOL_SLOTS; n++)
        if (!slots_pool_slot(table, pool, (uint32_t)n))
            return n;
    return -1;
}

static int slot_find_unused(const slots_table_t *table)
{
    for (uint32_t slot = 0; slot < table->sizes.slots; slot++)
        if (atomic_load(&table->slots[slot].state) == SLOTS_SLOT_EMPTY)
            return (int)slot;
    return -1;
}

/* Sets the unit's state, whatever the word contains. Other processes can step
 * the word in between, but only a few times; the plain store is reached only
 * with a hostile writer. */
static void unit_force(slots_unit_t *unit, slots_unit_state_t state)
{
    uint64_t word = atomic_load(unit);
    for (int tries = 0; tries < SLOTS_TRIES; tries++) {
        if (slots_unit_step(unit, word, state, 0))
            return;
        word = atomic_load(unit);
    }
    atomic_store(unit, slots_unit_next(word, state, 0));
}

/* The slot has no units, so no process reads the fields while they are stored
 * here. */
static void slot_prepare(slots_slot_t *slot, uint32_t pool, uint32_t entry,
                         uint64_t version)
{
    atomic_store(&slot->run, 0);
    atomic_store(&slot->version, version);
    atomic_store(&slot->features, 0);
    atomic_store(&slot->leaving, 0);
    atomic_store(&slot->pid, 0);
    atomic_store(&slot->cpu, 0);
    atomic_store(&slot->requests, 0);
    atomic_store(&slot->requests_max, 0);
    atomic_store(&slot->started, common_now_us());
    atomic_store(&slot->opened, 0);
    slots_histogram_clear(&slot->served);
    slots_told_clear(&slot->told);
    atomic_store(&slot->entry, entry + 1);
    atomic_store(&slot->pool, pool + 1);
    atomic_store(&slot->state, SLOTS_SLOT_STARTING);
}

void slots_slot_name(slots_table_t *table, uint32_t slot, uint32_t incarnation)
{
    atomic_store(&table->slots[slot].incarnation, incarnation);
    atomic_store(&table->slots[slot].sound, incarnation);
}

int slots_slot_start(slots_table_t *table, uint32_t pool, uint64_t version,
                     uint32_t *incarnation)
{
    int place = pool_place(table, pool);
    int index = slot_find_unused(table);
    slots_slot_t *slot;
    if (place < 0 || index < 0) {
        errno = ENOSPC;
        return -1;
    }
    slot = &table->slots[index];
    pool_unlist(table, slot); /* what a killed persistd left half done */
    *incarnation = atomic_load(&slot->incarnation) + 1;
    *incarnation = *incarnation ? *incarnation : 1;
    slots_slot_name(table, (uint32_t)index, *incarnation);
    slot_prepare(slot, pool, (uint32_t)place, version);
    atomic_store(&table->pools[pool].slots[place], (uint32_t)index + 1);
    slots_slot_recount(table, pool);
    return index;
}

/* A unit is FREE: wakes the first waiter of the pool that the slot names. */
static void slot_wake(slots_table_t *table, const slots_slot_t *slot)
{
    uint32_t pool = atomic_load(&slot->pool);
    if (pool >= 1 && pool <= table->sizes.pools)
        slots_wake_front(table, pool - 1, slot);
}

/* Makes all units of the run VOID, whatever their words contain. */
static void run_void(slots_table_t *table, slots_run_t run)
{
    for (uint32_t n = 0; n < run.count; n++) {
        slots_unit_t *unit = &table->units[run.first + n];
        if (slots_unit_state(atomic_load(unit)) != SLOTS_VOID)
            unit_force(unit, SLOTS_VOID);
    }
    slots_hints_clear(table, run);
}

uint32_t slots_slot_offered(const slots_table_t *table, slots_run_t run)
{
    uint32_t count = 0;
    for (uint32_t n = 0; n < run.count; n++)
        count += slots_unit_state(atomic_load(&table->units[run.first + n])) !=
                 SLOTS_VOID;
    return count;
}

/* VOID units turn FREE one after the other, until `count` are offered. Those
 * that a predecessor had opened stay as they are. */
static void run_offer(slots_table_t *table, slots_run_t run, uint32_t count)
{
    uint32_t offered = slots_slot_offered(table, run);
    for (uint32_t n = 0; n < run.count; n++) {
        slots_unit_t *unit = &table->units[run.first + n];
        if (offered < count &&
            slots_unit_state(atomic_load(unit)) == SLOTS_VOID) {
            unit_force(unit, SLOTS_FREE);
            offered++;
        }
        slots_hints_mend(table, run.first + n);
    }
}

int slots_slot_open(slots_table_t *table, uint32_t slot, slots_run_t run,
                    uint32_t features, uint32_t pid)
{
    return slots_slot_open_some(table, slot, run, run.count, features, pid);
}

void slots_slot_offer(slots_table_t *table, uint32_t slot, uint32_t count)
{
    slots_slot_t *entry = &table->slots[slot];
    run_offer(table, slots_run_of(table, entry), count);
    slot_wake(table, entry);
}

/* A claim in between makes the step fail. The unit's hint may stay on, which
 * costs the next claim a look. */
int slots_unit_withdraw(slots_table_t *table, uint32_t at, uint64_t word)
{
    return slots_unit_state(word) == SLOTS_FREE &&
           slots_unit_step(&table->units[at], word, SLOTS_VOID, 0);
}

/* True for a word that no unit has whose worker takes requests: DRAINING, no
 * state at all, or a lease of a child that cannot be. */
static int is_lost(const slots_table_t *table, uint64_t word)
{
    slots_unit_state_t state = slots_unit_state(word);
    if (state == SLOTS_LEASED)
        return slots_unit_owner(word) - 1 >= table->sizes.owners;
    return state == SLOTS_DRAINING || state > SLOTS_DROPPED;
}

/* Takes out the lost units. */
static uint32_t run_take_lost(slots_table_t *table, slots_run_t run)
{
    uint32_t changed = 0;
    for (uint32_t n = 0; n < run.count; n++) {
        slots_unit_t *unit = &table->units[run.first + n];
        uint64_t word = atomic_load(unit);
        if (is_lost(table, word))
            changed += (uint32_t)slots_unit_step(unit, word, SLOTS_VOID, 0);
        slots_hints_mend(table, run.first + n);
    }
    return changed;
}

/* So many VOID units turn FINISHING. */
static uint32_t run_recall(slots_table_t *table, slots_run_t run,
                           uint32_t missing)
{
    uint32_t changed = 0;
    for (uint32_t n = 0; n < run.count && changed < missing; n++) {
        slots_unit_t *unit = &table->units[run.first + n];
        uint64_t word = atomic_load(unit);
        if (slots_unit_state(word) == SLOTS_VOID)
            changed +=
                (uint32_t)slots_unit_step(unit, word, SLOTS_FINISHING, 0);
    }
    return changed;
}

/* So many FREE units turn VOID, if there are as many. */
static uint32_t run_withdraw(slots_table_t *table, slots_run_t run,
                             uint32_t surplus)
{
    uint32_t changed = 0;
    for (uint32_t n = run.count; n-- > 0 && changed < surplus;) {
        uint32_t at = run.first + n;
        changed += (uint32_t)slots_unit_withdraw(
            table, at, atomic_load(&table->units[at]));
    }
    return changed;
}

uint32_t slots_slot_regain(slots_table_t *table, slots_run_t run,
                           uint32_t offered)
{
    uint32_t changed = run_take_lost(table, run);
    uint32_t left = slots_slot_offered(table, run);
    return changed + (left < offered
                          ? run_recall(table, run, offered - left)
                          : run_withdraw(table, run, left - offered));
}

int slots_slot_open_some(slots_table_t *table, uint32_t slot, slots_run_t run,
                         uint32_t count, uint32_t features, uint32_t pid)
{
    slots_slot_t *entry = &table->slots[slot];
    if (!slots_run_is_good(table, run)) {
        errno = EINVAL;
        return -1;
    }
    atomic_store(&entry->pid, pid);
    atomic_store(&entry->features, features);
    if (atomic_load(&entry->opened) == 0)
        atomic_store(&entry->opened, common_now_us());
    if (atomic_load(&entry->run) != slots_run_pack(run)) {
        run_void(table, run);
        atomic_store(&entry->run, slots_run_pack(run));
    }
    run_offer(table, run, count);
    atomic_store(&entry->state, SLOTS_SLOT_OPEN);
    slot_wake(table, entry);
    return 0;
}

void slots_slot_mend(slots_table_t *table, uint32_t slot)
{
    slots_slot_t *entry = &table->slots[slot];
    const slots_run_t run = slots_run_of(table, entry);
    for (uint32_t n = 0; n < run.count; n++)
        slots_hints_mend(table, run.first + n);
    slot_wake(table, entry);
}

void slots_slot_condemn(slots_table_t *table, uint32_t slot, uint32_t fault)
{
    slots_slot_t *entry = &table->slots[slot];
    atomic_store(&entry->condemned,
                 (uint64_t)atomic_load(&entry->incarnation) << 32 | fault);
}

/* Returns 1 when the unit's request still has to end. */
static int unit_leave(slots_unit_t *unit)
{
    for (int tries = 0; tries < SLOTS_TRIES; tries++) {
        uint64_t word = atomic_load(unit);
        switch (slots_unit_state(word)) {
        case SLOTS_FREE:
            if (slots_unit_step(unit, word, SLOTS_DRAINING, 0))
                return 0;
            break;
        case SLOTS_LEASED:
        case SLOTS_FINISHING:
        case SLOTS_DROPPED:
            return 1;
        default:
            return 0;
        }
    }
    return 1;
}

uint32_t slots_slot_leave(slots_table_t *table, uint32_t slot)
{
    slots_slot_t *entry = &table->slots[slot];
    const slots_run_t run = slots_run_of(table, entry);
    uint32_t pool = atomic_load(&entry->pool);
    uint32_t busy = 0;
    atomic_store(&entry->leaving, 1);
    for (uint32_t n = 0; n < run.count; n++)
        busy += (uint32_t)unit_leave(&table->units[run.first + n]);
    if (pool >= 1 && pool <= table->sizes.pools) {
        slots_slot_recount(table, pool - 1);
        slots_wake_aimed(table, pool - 1, atomic_load(&entry->entry));
    }
    return busy;
}

int slots_unit_finished(slots_table_t *table, uint32_t slot, uint32_t at)
{
    slots_slot_t *entry = &table->slots[slot];
    slots_unit_t *unit = &table->units[at];
    uint64_t word = atomic_load(unit);
    slots_unit_state_t state =
        atomic_load(&entry->leaving) ? SLOTS_DRAINING : SLOTS_FREE;
    if (!slots_unit_is_over(word) || !slots_unit_step(unit, word, state, 0))
        return 0;
    if (state == SLOTS_FREE) {
        slots_hints_set(table, at);
        slot_wake(table, entry);
    }
    return 1;
}

void slots_slot_disown(slots_table_t *table, uint32_t slot)
{
    atomic_store(&table->slots[slot].run, 0);
}

/* The slot loses its run before the run can be another slot's. A claim that
 * read the run before reads it again after the unit's word, and notices. */
void slots_slot_clear(slots_table_t *table, uint32_t slot)
{
    slots_slot_t *entry = &table->slots[slot];
    uint32_t pool = atomic_load(&entry->pool);
    run_void(table, slots_run_of(table, entry));
    slots_slot_disown(table, slot);
    pool_unlist(table, entry);
    atomic_store(&entry->state, SLOTS_SLOT_EMPTY);
    if (pool >= 1 && pool <= table->sizes.pools)
        slots_wake_aimed(table, pool - 1, atomic_load(&entry->entry));
}
