/* SPDX-License-Identifier: Apache-2.0 */
/* slots_actors.c: what threads of httpd and persistd do in the scenes, and a
 * witness beside the table. */

#include "slots_actors.h"
#include "slots_world.h"

#include "slots_claim.h"
#include "slots_explore.h"
#include "slots_futex.h"
#include "slots_pool.h"
#include "slots_queue.h"
#include "slots_run.h"
#include "slots_slot.h"
#include "slots_sweep.h"
#include "slots_unit.h"

#include "tap.h"

slots_table_t table;
int holders[3];
_Atomic uint32_t nudge;
int served;
slots_run_t (*run_of)(uint32_t slot, uint32_t units);
uint64_t generation;
slots_lease_t held[2];

/* Of waiters: never reached, since all actors count in one view. */
#define TOTAL 99u

static void *block, *blank;
static size_t bytes;
static int nudges; /* a waiter nudges persistd while the pool may grow */

void table_make(void)
{
    slots_sizes_t sizes = {EXPLORE_ACTORS, 2, 2};
    bytes = slots_table_bytes(&sizes);
    block = aligned_alloc(64, bytes);
    blank = calloc(1, bytes);
    if (!block || !blank)
        bail_out("no memory");
    memset(block, 0, bytes);
    if (slots_table_format(&table, block, bytes, &sizes) != 0 ||
        slots_pool_add(&table, 1, 1, VERSION, 1, &generation) != 0)
        bail_out("no table");
    memcpy(blank, block, bytes);
}

/* A shared block for each worker. */
static slots_run_t shared(uint32_t slot, uint32_t units)
{
    return (slots_run_t){table.shared + slot * SLOTS_BLOCK, units};
}

/* Starts this many workers with this many units each; the first actors claim
 * all of them. */
static void prepare_runs(uint32_t workers, uint32_t units,
                         slots_run_t (*run)(uint32_t, uint32_t))
{
    uint32_t incarnation;
    memcpy(block, blank, bytes);
    table.waiting = 0;
    atomic_store(&nudge, 0);
    nudges = served = holders[2] = 0;
    run_of = run;
    for (uint32_t slot = 0; slot < workers; slot++) {
        slots_slot_start(&table, 0, VERSION, &incarnation);
        slots_slot_open(&table, slot, run(slot, units), 0, 0);
    }
    for (uint32_t n = 0; n < 2; n++)
        holders[n] =
            n < workers * units &&
            slots_claim(&table, 0, generation, VERSION, OWNER(n), &held[n]);
}

static void prepare(uint32_t workers, uint32_t units)
{
    prepare_runs(workers, units, slots_run_home);
}

static void free_held(uint32_t n)
{
    holders[n] = 0;
    slots_release(&table, &held[n]);
}

void prepare_one(void)
{
    prepare(1, 1);
}

void prepare_nudges(void)
{
    prepare(1, 1);
    nudges = 1;
}

void prepare_two(void)
{
    prepare(1, 2);
}

void prepare_finishing(void)
{
    prepare(1, 1);
    holders[0] = 0;
    slots_give_up(&table, &held[0]);
}

void prepare_pair(void)
{
    prepare(2, 1);
}

void prepare_shared(void)
{
    prepare_runs(1, 1, shared);
}

void prepare_shared_nudges(void)
{
    prepare_shared();
    nudges = 1;
}

void prepare_shared_two(void)
{
    prepare_runs(1, 2, shared);
}

void prepare_shared_free(void)
{
    prepare_runs(1, 1, shared);
    free_held(0);
}

void prepare_shared_finishing(void)
{
    prepare_runs(1, 1, shared);
    holders[0] = 0;
    slots_give_up(&table, &held[0]);
}

static void withdraw(uint32_t at)
{
    slots_unit_withdraw(&table, at, atomic_load(&table.units[at]));
}

void prepare_offering(uint32_t workers, uint32_t offered)
{
    prepare(workers, SLOTS_AHEAD_UNITS);
    for (uint32_t slot = 0; slot < workers; slot++) {
        const slots_run_t run = run_of(slot, SLOTS_AHEAD_UNITS);
        atomic_store(&table.slots[slot].features, SLOTS_AHEAD);
        for (uint32_t n = offered; n < run.count; n++)
            withdraw(run.first + n);
    }
    slots_pool_ahead(&table, 0, offered - 1);
}

void prepare_ahead(void)
{
    prepare_offering(1, 2);
    free_held(1);
    withdraw(held[1].at);
}

void prepare_ahead_pair(void)
{
    prepare_offering(2, 2);
    free_held(0);
    free_held(1);
}

void prepare_three(void)
{
    prepare_offering(1, 3);
    free_held(1);
}

void prepare_joining(void)
{
    prepare_three();
    slots_pool_together(&table, 0, 1);
}

void prepare_held_up(void)
{
    prepare_offering(1, 3);
    holders[0] = 0;
    slots_give_up(&table, &held[0]);
}

void prepare_far(void)
{
    prepare(2, 1);
    atomic_store_explicit(&table.slots[0].cpu, UINT32_MAX,
                          memory_order_relaxed);
}

static int *holder_of(const slots_lease_t *lease)
{
    return &holders[lease->slot + lease->unit];
}

void let_go(const slots_lease_t *lease)
{
    --*holder_of(lease);
    if (slots_release(&table, lease) != 0)
        slots_futex_wake(&nudge);
}

void holder(int actor)
{
    let_go(&held[actor]);
}

void use(const slots_lease_t *lease)
{
    if (++*holder_of(lease) != 1)
        explore_wrong("a unit was given twice");
    if (!slots_lease_holds(&table, lease))
        explore_wrong("a lease was taken away");
    let_go(lease);
}

static int claim(int actor, uint32_t aim, slots_lease_t *lease)
{
    return slots_queue_arrive(&table, 0, generation, VERSION, OWNER(actor), aim,
                              1, lease);
}

/* The first part of a request. An impatient request leaves at its first sleep.
 * Returns 1 with *lease set, or 0. */
static int get(int actor, int impatient, uint32_t aim, slots_lease_t *lease)
{
    slots_place_t place;
    if (claim(actor, aim, lease))
        return 1;
    if (slots_queue_enter_aimed(&table, 0, OWNER(actor), 4, TOTAL, aim,
                                &place) != SLOTS_ENTERED) {
        explore_wrong("refused though there is room");
        return 0;
    }
    if (nudges && slots_pool_may_grow(&table, 0))
        slots_futex_wake(&nudge);
    while (!slots_queue_try(&table, &place, generation, VERSION, lease)) {
        if (impatient) {
            slots_queue_leave(&table, &place);
            return 0;
        }
        slots_queue_pause(&table, &place, SLOTS_SLICE_MS);
    }
    return 1;
}

static void arrive(int actor, int impatient, uint32_t aim)
{
    slots_lease_t lease;
    if (get(actor, impatient, aim, &lease))
        use(&lease);
}

void request(int actor)
{
    arrive(actor, 0, 0);
}

void impatient_request(int actor)
{
    arrive(actor, 1, 0);
}

void served_request(int actor)
{
    arrive(actor, 0, 0);
    served = 1;
    slots_futex_wake(&nudge);
}

void request_first(int actor)
{
    arrive(actor, 0, 1);
}

void request_second(int actor)
{
    arrive(actor, 0, 2);
}

void careless_request_second(int actor)
{
    slots_lease_t lease;
    if (get(actor, 0, 2, &lease))
        slots_release(&table, &lease);
}

void impatient_request_first(int actor)
{
    arrive(actor, 1, 1);
}

void next_finisher(int died)
{
    slots_lease_t lease;
    finisher(died);
    if (claim(EXPLORE_ACTORS - 1, 0, &lease))
        use(&lease);
}

void breaker(int actor)
{
    holders[0]--;
    slots_break(&table, &held[actor]);
    slots_futex_wake(&nudge);
}

void recycling_breaker(int actor)
{
    breaker(actor);
    world_recycle();
}

void claimer(int actor)
{
    slots_lease_t lease;
    if (slots_claim(&table, 0, generation, VERSION, OWNER(actor), &lease))
        use(&lease);
}

void first_claimer(int actor)
{
    slots_lease_t lease;
    if (!slots_claim(&table, 0, generation, VERSION, OWNER(actor), &lease))
        explore_wrong("no unit though all are free");
    else if (++holders[lease.slot] != 1)
        explore_wrong("a request waits for another one beside an idle worker");
}

void other_request(int actor)
{
    slots_place_t place;
    slots_lease_t lease;
    const uint64_t first = 1; /* the generation of a new pool */
    slots_queue_enter(&table, 1, OWNER(actor), 4, TOTAL, &place);
    while (!slots_queue_try(&table, &place, first, VERSION, &lease))
        slots_queue_pause(&table, &place, SLOTS_SLICE_MS);
    if (lease.slot != 1 || lease.pool != 1)
        explore_wrong("a lease of a worker that has lost its units");
    use(&lease);
}

void one_claimer(int actor)
{
    slots_lease_t lease;
    if (!slots_claim(&table, 0, generation, VERSION, OWNER(actor), &lease))
        return;
    if (lease.slot != 0)
        explore_wrong("a lease of another slot's unit");
    slots_release(&table, &lease);
}

/* The second incarnation stays, so a lease of it is valid, too. A lease that
 * has expired names the first incarnation in all its fields. */
static void check_lease(const slots_lease_t *lease)
{
    const slots_slot_t *slot = &table.slots[0];
    uint32_t fault = slots_lease_fault(&table, lease);
    uint32_t pool = atomic_load(&slot->pool);
    uint32_t incarnation = atomic_load(&slot->incarnation);
    int stands = slots_lease_holds(&table, lease);
    if (stands && (pool != 1 || lease->incarnation != incarnation))
        explore_wrong("a lease of another pool's worker");
    if (!stands && lease->incarnation != 1)
        explore_wrong("a lease that has expired names the next worker");
    if (lease->features != FEATURES(lease->incarnation))
        explore_wrong("a lease has the features of another worker");
    if (fault && fault != FAULT(lease->incarnation))
        explore_wrong("a lease has the fault of another worker");
}

void careful_claimer(int actor)
{
    slots_lease_t lease;
    if (!slots_claim(&table, 0, generation, VERSION, OWNER(actor), &lease))
        return;
    check_lease(&lease);
    slots_release(&table, &lease);
}

void table_drop(void)
{
    free(block);
    free(blank);
}
