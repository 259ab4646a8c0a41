/* SPDX-License-Identifier: Apache-2.0 */
/* slots_slot_test.c: persistd's steps, also when a killed persistd left them
 * half done. */

#include "slots_claim.h"
#include "slots_fixture.h"
#include "slots_free.h"
#include "slots_pool.h"
#include "slots_queue.h"
#include "slots_slot.h"
#include "slots_unit.h"

#include <errno.h>

static const slots_sizes_t sizes = {.owners = 4, .slots = 200, .pools = 2};

static void test_start_and_open(void)
{
    fixture_t f;
    uint32_t incarnation = 0;
    slots_lease_t lease;
    fixture_open(&f, sizes);
    is_int(slots_slot_start(&f.table, f.pool, VERSION, &incarnation), 0,
           "the first slot is taken");
    is_int(incarnation, 1, "in its first incarnation");
    is_int(atomic_load(&f.table.slots[0].state), SLOTS_SLOT_STARTING,
           "it is STARTING");
    is_int(fixture_claim(&f, 1, &lease), 0, "not to be claimed yet");
    is_int(atomic_load(&f.table.pools[f.pool].workers), 1, "it counts");
    is_int(slots_slot_open(&f.table, 0, (slots_run_t){0, 0}, 0, 1), -1,
           "no units are refused");
    is_int(slots_slot_open(&f.table, 0, (slots_run_t){0, SLOTS_HOME + 1}, 0, 1),
           -1, "so are more than there are at home");
    is_int(slots_slot_open(&f.table, 0,
                           (slots_run_t){f.table.shared, SLOTS_UNITS + 1}, 0,
                           1),
           -1, "and more than SLOTS_UNITS");
    is_int(slots_slot_open(&f.table, 0, slots_run_home(0, 2), 0, 1), 0,
           "it opens");
    is_int(atomic_load(&f.table.slots[0].state), SLOTS_SLOT_OPEN,
           "as its state says");
    ok(fixture_state(&f, 0, 0) == SLOTS_FREE &&
           fixture_state(&f, 0, 1) == SLOTS_FREE &&
           fixture_state(&f, 0, 2) == SLOTS_VOID,
       "with as many units as the worker offers");
    fixture_close(&f);
}

static void test_open_again(void)
{
    fixture_t f;
    slots_lease_t lease;
    fixture_open(&f, sizes);
    fixture_worker(&f, 2);
    fixture_claim(&f, 1, &lease);
    is_int(slots_slot_open(&f.table, 0, slots_run_home(0, 2), 5, 1234), 0,
           "an adopted worker is opened again");
    ok(slots_lease_holds(&f.table, &lease), "its lease stands");
    is_int(fixture_state(&f, 0, 1), SLOTS_FREE, "its free unit is free");
    atomic_store(fixture_unit(&f, 0, 1), slots_unit_pack(SLOTS_VOID, 0, 99));
    slots_slot_open(&f.table, 0, slots_run_home(0, 2), 5, 1234);
    is_int(fixture_state(&f, 0, 1), SLOTS_FREE,
           "a unit that a killed persistd left VOID is opened");
    slots_break(&f.table, &lease);
    slots_slot_open(&f.table, 0, slots_run_home(0, 2), 5, 1234);
    is_int(fixture_claim(&f, 1, &lease), 0, "one that is BROKEN remains so");
    fixture_close(&f);
}

static void test_clear(void)
{
    fixture_t f;
    slots_lease_t lease;
    uint32_t incarnation = 0;
    fixture_open(&f, sizes);
    fixture_worker(&f, 3);
    fixture_claim(&f, 1, &lease);
    slots_slot_clear(&f.table, 0);
    ok(!slots_lease_holds(&f.table, &lease), "a lease sees the worker go");
    is_int(slots_release(&f.table, &lease), -1, "its release does nothing");
    is_int(fixture_state(&f, 0, 0), SLOTS_VOID, "the units are VOID");
    is_int(atomic_load(&f.table.pools[f.pool].slot_count), 0,
           "the pool's list is empty");
    is_int(atomic_load(&f.table.pools[f.pool].workers), 0, "and counts none");
    is_int(atomic_load(&f.table.slots[0].run), 0, "and the slot's no more");
    slots_slot_clear(&f.table, 0);
    is_int(slots_slot_start(&f.table, f.pool, VERSION, &incarnation), 0,
           "the slot is used again");
    is_int(incarnation, 2, "in its next incarnation");
    is_int(slots_release(&f.table, &lease), -1,
           "the lease of the first incarnation cannot touch it");
    atomic_store(&f.table.slots[1].incarnation, UINT32_MAX);
    slots_slot_start(&f.table, f.pool, VERSION, &incarnation);
    is_int(incarnation, 1, "an incarnation is never 0");
    fixture_close(&f);
}

static void test_full(void)
{
    fixture_t f;
    uint32_t incarnation;
    uint64_t generation;
    int other;
    fixture_open(&f, sizes);
    for (uint32_t n = 0; n < SLOTS_POOL_SLOTS; n++)
        fixture_worker(&f, 1);
    errno = 0;
    ok(slots_slot_start(&f.table, f.pool, VERSION, &incarnation) == -1 &&
           errno == ENOSPC,
       "a pool's list can be full");
    other = slots_pool_add(&f.table, 8, 8, VERSION, 1, &generation);
    for (uint32_t n = SLOTS_POOL_SLOTS; n < sizes.slots; n++)
        if (slots_slot_start(&f.table, (uint32_t)other, 1, &incarnation) < 0)
            ok(0, "slots go to other pools");
    ok(slots_slot_start(&f.table, (uint32_t)other, 1, &incarnation) == -1,
       "all slots can be taken");
    slots_slot_clear(&f.table, 5);
    is_int(slots_slot_start(&f.table, (uint32_t)other, 1, &incarnation), 5,
           "a cleared one goes to another pool");
    is_int(slots_slot_start(&f.table, f.pool, VERSION, &incarnation), -1,
           "then there is none again");
    fixture_close(&f);
}

/* A persistd was killed inside slots_slot_start or slots_slot_clear. */
static void test_half_done(void)
{
    fixture_t f;
    uint32_t incarnation;
    slots_slot_t *slot;
    slots_pool_t *pool;
    fixture_open(&f, sizes);
    fixture_worker(&f, 1);
    slot = &f.table.slots[0];
    pool = &f.table.pools[f.pool];
    atomic_store(&slot->state, SLOTS_SLOT_EMPTY);
    atomic_store(&slot->run, 0);
    is_int(slots_slot_start(&f.table, f.pool, VERSION, &incarnation), 0,
           "a slot whose start was cut short is used again");
    is_int(atomic_load(&pool->slot_count), 2, "in a place of its own");
    is_int(atomic_load(&pool->slots[0]), 0, "the old place is empty");
    atomic_store(&pool->slots[1], 0);
    slots_slot_clear(&f.table, 0);
    is_int(atomic_load(&slot->pool), 0,
           "a start that was cut short before the list is cleared");
    fixture_close(&f);
}

static void test_finished(void)
{
    fixture_t f;
    slots_lease_t lease, next;
    slots_place_t place;
    fixture_open(&f, sizes);
    fixture_worker(&f, 1);
    is_int(slots_unit_finished(&f.table, 0, 0), 0, "a FREE unit is not");
    fixture_claim(&f, 1, &lease);
    is_int(slots_unit_finished(&f.table, 0, 0), 0, "a LEASED one neither");
    slots_give_up(&f.table, &lease);
    slots_queue_enter(&f.table, f.pool, 2, 10, 10, &place);
    is_int(fixture_try(&f, &place, &next), 0, "a waiter finds nothing");
    is_int(slots_unit_finished(&f.table, 0, 0), 1, "a FINISHING one is freed");
    slots_queue_pause(&f.table, &place, SLOTS_SLICE_MS);
    ok(!place.slice_over, "the waiter is woken");
    is_int(fixture_try(&f, &place, &next), 1, "and gets it");
    slots_drop(&f.table, &next);
    is_int(fixture_state(&f, 0, 0), SLOTS_DROPPED, "one is DROPPED");
    is_int(slots_unit_finished(&f.table, 0, 0), 1, "and is freed, too");
    fixture_claim(&f, 1, &next);
    slots_give_up(&f.table, &next);
    is_int(slots_slot_leave(&f.table, 0), 1, "FINISHING is waited for");
    is_int(slots_unit_finished(&f.table, 0, 0), 1, "when it has finished");
    is_int(fixture_state(&f, 0, 0), SLOTS_DRAINING, "it is taken out");
    fixture_close(&f);
}

static void test_leave(void)
{
    fixture_t f;
    slots_lease_t lease;
    fixture_open(&f, sizes);
    fixture_worker(&f, 4);
    fixture_claim(&f, 1, &lease);
    is_int(slots_slot_leave(&f.table, 0), 1, "one of four is busy");
    is_int(fixture_state(&f, 0, 3), SLOTS_DRAINING, "free ones are taken out");
    is_int(atomic_load(&f.table.pools[f.pool].workers), 0,
           "it counts no longer");
    slots_break(&f.table, &lease);
    is_int(slots_slot_leave(&f.table, 0), 0, "a broken unit is not waited for");
    fixture_close(&f);
}

/* Of a run with a hint for each unit, or none. */
static void test_some(uint32_t capacity)
{
    fixture_t f;
    slots_lease_t lease, other;
    slots_place_t place;
    fixture_open(&f, sizes);
    uint32_t slot = fixture_worker(&f, 1);
    slots_slot_clear(&f.table, slot);
    slots_slot_start(&f.table, f.pool, VERSION, &lease.incarnation);
    slots_run_t run = fixture_run(&f, slot, capacity);
    slots_slot_open_some(&f.table, slot, run, 1, 5, 1234);
    is_int(slots_slot_offered(&f.table, run), 1, "one unit is offered");
    is_int(fixture_claim(&f, 1, &lease), 1, "which is claimed");
    is_int(fixture_claim(&f, 1, &other), 0, "and no other one");
    slots_queue_enter(&f.table, f.pool, 2, 10, 10, &place);
    slots_slot_offer(&f.table, slot, 3);
    is_int(slots_slot_offered(&f.table, run), 3, "two more are offered");
    slots_queue_pause(&f.table, &place, SLOTS_SLICE_MS);
    ok(!place.slice_over, "a waiter is woken");
    is_int(fixture_try(&f, &place, &other), 1, "and gets one");
    is_int(slots_unit_withdraw(&f.table, other.at, other.word), 0,
           "what is LEASED stays");
    uint64_t word = atomic_load(&f.table.units[lease.at]);
    slots_release(&f.table, &lease);
    is_int(slots_unit_withdraw(&f.table, lease.at, word), 0,
           "so does what has changed");
    word = atomic_load(&f.table.units[lease.at]);
    is_int(slots_unit_withdraw(&f.table, lease.at, word), 1,
           "what is FREE is taken out");
    is_int(slots_slot_offered(&f.table, run), 2, "and counts no longer");
    is_int(fixture_claim(&f, 1, &lease), 1, "one is left");
    is_int(fixture_claim(&f, 1, &lease), 0, "and no more");
    is_int(slots_slot_leave(&f.table, slot), 2, "two are waited for");
    fixture_close(&f);
}

/* A run passes from one slot to another. What the first one's requests still
 * hold is no lease of the second one's units. */
static void test_run_passes(void)
{
    fixture_t f;
    slots_lease_t old, lease;
    uint32_t incarnation;
    fixture_open(&f, (slots_sizes_t){.owners = 4, .slots = 2, .pools = 2});
    fixture_worker(&f, 100);
    fixture_claim(&f, 1, &old);
    slots_slot_clear(&f.table, 0);
    slots_slot_start(&f.table, f.pool, VERSION, &incarnation);
    slots_slot_start(&f.table, f.pool, VERSION, &incarnation);
    atomic_store(&f.table.units[f.table.shared + 3],
                 slots_unit_pack(SLOTS_LEASED, 9, 5));
    is_int(slots_slot_open(&f.table, 1, fixture_run(&f, 0, 100), 0, 1), 0,
           "another slot has the units");
    is_int(slots_free_census(&f.table, fixture_run(&f, 0, 100)).free, 100,
           "all of them are FREE, whatever was there");
    is_int(slots_release(&f.table, &old), -1, "an old lease touches none");
    is_int(fixture_claim(&f, 1, &lease), 1, "they are claimed");
    ok(lease.slot == 1 && lease.at != SLOTS_UNITS, "for the other slot");
    slots_slot_disown(&f.table, 1);
    slots_slot_clear(&f.table, 1);
    ok(slots_lease_holds(&f.table, &lease),
       "a slot that was disowned does not touch them");
    fixture_close(&f);
}

static uint32_t regain(fixture_t *f, uint32_t slot, uint32_t offered)
{
    return slots_slot_regain(
        &f->table, slots_run_of(&f->table, &f->table.slots[slot]), offered);
}

static void spoil(fixture_t *f, uint32_t unit, slots_unit_state_t state)
{
    atomic_store(fixture_unit(f, 0, unit), slots_unit_pack(state, 0, 5));
}

/* Somebody writes to the words of units, which no step would bring back. */
static void test_regain(void)
{
    fixture_t f;
    slots_lease_t lease;
    fixture_open(&f, sizes);
    fixture_worker(&f, 4);
    fixture_claim(&f, 1, &lease);
    is_int(regain(&f, 0, 4), 0, "all units are as they should be");
    ok(slots_lease_holds(&f.table, &lease), "one is leased, and stays so");
    spoil(&f, 1, SLOTS_DRAINING);
    spoil(&f, 2, (slots_unit_state_t)255);
    spoil(&f, 3, SLOTS_VOID);
    ok(regain(&f, 0, 4) > 0, "three are lost");
    for (uint32_t unit = 1; unit < 4; unit++)
        is_int(fixture_state(&f, 0, unit), SLOTS_FINISHING,
               "its worker is asked");
    is_int(regain(&f, 0, 4), 0, "once");
    ok(slots_lease_holds(&f.table, &lease), "nothing was done to the fourth");
    fixture_close(&f);
}

/* Units of children that cannot be, and more than the worker offers. */
static void test_regain_exactly(void)
{
    fixture_t f;
    slots_lease_t lease;
    fixture_open(&f, sizes);
    fixture_worker(&f, 4);
    fixture_claim(&f, 1, &lease);
    is_int(regain(&f, 0, 2), 2, "two of three that are FREE are too many");
    is_int(fixture_state(&f, 0, 3), SLOTS_VOID, "the last ones");
    ok(slots_lease_holds(&f.table, &lease), "a lease stays");
    is_int(regain(&f, 0, 1), 1, "the third is");
    is_int(regain(&f, 0, 0), 0, "the lease is left alone");
    atomic_store(fixture_unit(&f, 0, 2),
                 slots_unit_pack(SLOTS_LEASED, sizes.owners + 1, 5));
    atomic_store(fixture_unit(&f, 0, 3), slots_unit_pack(SLOTS_LEASED, 0, 5));
    is_int(regain(&f, 0, 1), 2, "leases of nobody end");
    is_int(regain(&f, 0, 1), 0, "once");
    fixture_close(&f);
}

static void test_hints_come_back(void)
{
    fixture_t f;
    slots_lease_t lease;
    fixture_open(&f, sizes);
    fixture_worker(&f, 100);
    for (uint32_t n = 0; n < 2; n++)
        atomic_store(&f.table.hints[n].free, 0);
    is_int(fixture_claim(&f, 1, &lease), 0, "no claim sees a unit");
    regain(&f, 0, 100);
    is_int(fixture_claim(&f, 1, &lease), 1, "until the hints are back");
    fixture_close(&f);
}

static void test_recount(void)
{
    fixture_t f;
    fixture_open(&f, sizes);
    slots_pool_t *pool = &f.table.pools[f.pool];
    fixture_worker(&f, 1);
    fixture_worker(&f, 1);
    ok(!slots_slot_recount(&f.table, f.pool), "the counts are right");
    atomic_store(&pool->slot_count, 0);
    atomic_store(&pool->workers, 9);
    ok(slots_slot_recount(&f.table, f.pool), "they are not");
    is_int(atomic_load(&pool->slot_count), 2, "the list has its length again");
    is_int(atomic_load(&pool->workers), 2, "and its workers");
    fixture_close(&f);
}

int main(void)
{
    test_start_and_open();
    test_open_again();
    test_clear();
    test_full();
    test_half_done();
    test_finished();
    test_leave();
    test_some(8);
    test_some(100);
    test_run_passes();
    test_regain();
    test_regain_exactly();
    test_hints_come_back();
    test_recount();
    return done_testing();
}
