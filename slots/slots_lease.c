/* SPDX-License-Identifier: Apache-2.0 */
/* slots_lease.c: what the owner of a lease does with its unit's word. */

#include "slots_lease.h"
#include "slots_free.h"
#include "slots_hints.h"
#include "slots_private.h"
#include "slots_wake.h"

static slots_unit_t *unit_of(const slots_table_t *table,
                             const slots_lease_t *lease)
{
    return &table->units[lease->at];
}

/* True for the request that makes the worker due for replacement. */
static int count_request(slots_slot_t *slot)
{
    uint64_t before =
        atomic_fetch_add_explicit(&slot->requests, 1, memory_order_relaxed);
    return before + 1 ==
           atomic_load_explicit(&slot->requests_max, memory_order_relaxed);
}

/* slot.leaving is read before and after the step. persistd stores leaving and
 * then reads the units, so either persistd sees the unit FREE, or this thread
 * sees leaving and returns that persistd should be nudged. */
int slots_release(slots_table_t *table, const slots_lease_t *lease)
{
    slots_slot_t *slot = &table->slots[lease->slot];
    slots_unit_state_t state =
        atomic_load(&slot->leaving) ? SLOTS_DRAINING : SLOTS_FREE;
    if (!slots_unit_step(unit_of(table, lease), lease->word, state, 0))
        return -1;
    int last = count_request(slot);
    if (state == SLOTS_DRAINING)
        return 1;
    slots_hints_set(table, lease->at);
    slots_wake_front(table, lease->pool, slot);
    return last || atomic_load(&slot->leaving) != 0;
}

static int give_up(slots_table_t *table, const slots_lease_t *lease,
                   slots_unit_state_t state)
{
    return slots_unit_step(unit_of(table, lease), lease->word, state, 0) ? 0
                                                                         : -1;
}

int slots_give_up(slots_table_t *table, const slots_lease_t *lease)
{
    return give_up(table, lease, SLOTS_FINISHING);
}

int slots_drop(slots_table_t *table, const slots_lease_t *lease)
{
    return give_up(table, lease, SLOTS_DROPPED);
}

/* `sound` is stepped first. A thread that dies after it leaves a LEASED unit,
 * which is swept, of a worker that persistd recycles anyway. The step fails
 * when the slot has its next worker. */
int slots_break(slots_table_t *table, const slots_lease_t *lease)
{
    uint32_t incarnation = lease->incarnation;
    atomic_compare_exchange_strong(&table->slots[lease->slot].sound,
                                   &incarnation, 0);
    return give_up(table, lease, SLOTS_DRAINING);
}

int slots_lease_holds(const slots_table_t *table, const slots_lease_t *lease)
{
    return atomic_load(unit_of(table, lease)) == lease->word;
}

/* What the word is, or will be, when httpd has given up the request: a request
 * that is dropped says nothing about the one that runs. 0: there is none. */
static uint64_t word_given_up(uint64_t word)
{
    if (slots_unit_state(word) == SLOTS_LEASED)
        return slots_unit_next(word, SLOTS_FINISHING, 0);
    return slots_unit_is_over(word)
               ? slots_unit_pack(SLOTS_FINISHING, 0,
                                 slots_unit_generation(word))
               : 0;
}

/* The word of the n-th unit of the lease's worker, or 0 if it is the lease's
 * own. */
static uint64_t other_at(const slots_table_t *table, const slots_lease_t *lease,
                         uint32_t n)
{
    uint32_t at = lease->at - lease->unit + n;
    return n == lease->unit ? 0 : atomic_load(&table->units[at]);
}

static int has_others(const slots_lease_t *lease)
{
    return lease->features & SLOTS_AHEAD && lease->units == SLOTS_AHEAD_UNITS;
}

uint32_t slots_others_look(const slots_table_t *table,
                           const slots_lease_t *lease, slots_others_t *others)
{
    others->count = 0;
    if (!has_others(lease))
        return 0;
    for (uint32_t n = 0; n < SLOTS_AHEAD_UNITS; n++) {
        uint64_t word = other_at(table, lease, n);
        int runs = slots_unit_state(word) != SLOTS_DROPPED;
        others->words[n] = runs ? word_given_up(word) : 0;
        others->count += others->words[n] != 0;
    }
    return others->count;
}

int slots_others_stay(const slots_table_t *table, const slots_lease_t *lease,
                      const slots_others_t *others)
{
    if (others->count == 0)
        return 0;
    for (uint32_t n = 0; n < SLOTS_AHEAD_UNITS; n++)
        if (others->words[n] &&
            others->words[n] != word_given_up(other_at(table, lease, n)))
            return 0;
    return 1;
}

int slots_others_any(const slots_table_t *table, const slots_lease_t *lease)
{
    const slots_run_t run = {lease->at - lease->unit, lease->units};
    return lease->units > 1 && slots_free_used(table, run) > 1;
}

uint32_t slots_lease_fault(const slots_table_t *table,
                           const slots_lease_t *lease)
{
    uint64_t condemned = atomic_load(&table->slots[lease->slot].condemned);
    return condemned >> 32 == lease->incarnation ? (uint32_t)condemned : 0;
}
