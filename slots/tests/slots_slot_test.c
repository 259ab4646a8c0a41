/* SPDX-License-Identifier: Apache-2.0 */
/* slots_slot_test.c: persistd's steps, also when a killed persistd left them
 * half done. */

#include "slots_claim.h"
#include "slots_fixture.h"
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
    is_int(fixture_state(&f, 0, SLOTS_UNITS - 1), SLOTS_STARTING,
           "its units are STARTING");
    is_int(fixture_claim(&f, 1, &lease), 0, "not to be claimed yet");
    is_int(atomic_load(&f.table.pools[f.pool].workers), 1, "it counts");
    is_int(slots_slot_open(&f.table, 0, 0, 0, 1), -1, "capacity 0 is refused");
    is_int(slots_slot_open(&f.table, 0, SLOTS_UNITS + 1, 0, 1), -1,
           "so is more than SLOTS_UNITS");
    is_int(slots_slot_open(&f.table, 0, 2, 0, 1), 0, "it opens");
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
    is_int(slots_slot_open(&f.table, 0, 2, 5, 1234), 0,
           "an adopted worker is opened again");
    ok(slots_lease_holds(&f.table, &lease), "its lease stands");
    is_int(fixture_state(&f, 0, 1), SLOTS_FREE, "its free unit is free");
    atomic_store(&f.table.slots[0].units[1],
                 slots_unit_pack(SLOTS_STARTING, 0, 99));
    slots_slot_open(&f.table, 0, 2, 5, 1234);
    is_int(fixture_state(&f, 0, 1), SLOTS_FREE,
           "a unit that a killed persistd left STARTING is opened");
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
    for (uint32_t unit = 0; unit < SLOTS_UNITS; unit++)
        atomic_store(&slot->units[unit], slots_unit_pack(SLOTS_VOID, 0, 50));
    is_int(slots_slot_start(&f.table, f.pool, VERSION, &incarnation), 0,
           "a slot whose clear was cut short is used again");
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
    slots_give_up(&f.table, &lease, SLOTS_FINISHING);
    slots_queue_enter(&f.table, f.pool, 2, 10, 10, &place);
    is_int(fixture_try(&f, &place, &next), 0, "a waiter finds nothing");
    is_int(slots_unit_finished(&f.table, 0, 0), 1, "a FINISHING one is freed");
    slots_queue_pause(&f.table, &place, SLOTS_SLICE_MS);
    ok(!place.slice_over, "the waiter is woken");
    is_int(fixture_try(&f, &place, &next), 1, "and gets it");
    slots_give_up(&f.table, &next, SLOTS_FINISHING);
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
    slots_give_up(&f.table, &lease, SLOTS_BROKEN);
    is_int(slots_slot_leave(&f.table, 0), 0, "a broken unit is not waited for");
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
    return done_testing();
}
