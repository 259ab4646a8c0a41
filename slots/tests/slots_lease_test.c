/* SPDX-License-Identifier: Apache-2.0 */
/* slots_lease_test.c: what the owner of a lease learns about the worker's other
 * requests. */

#include "slots_fixture.h"

static const slots_sizes_t sizes = {.owners = 4, .slots = 4, .pools = 2};

/* One worker, which offers some of its units. */
static void open_offering(fixture_t *f, uint32_t offered)
{
    fixture_open(f, sizes);
    fixture_ahead_worker(f, offered);
}

static uint32_t others_of(const fixture_t *f, const slots_lease_t *lease)
{
    slots_others_t others;
    return slots_others_look(&f->table, lease, &others);
}

static void test_others(void)
{
    fixture_t f;
    slots_lease_t first, second;
    open_offering(&f, 2);
    fixture_claim(&f, 1, &first);
    is_int(others_of(&f, &first), 0, "a worker alone");
    fixture_claim(&f, 2, &second);
    is_int(others_of(&f, &second), 1, "one is LEASED");
    is_int(others_of(&f, &first), 1, "both ways");
    slots_give_up(&f.table, &first);
    is_int(others_of(&f, &second), 1, "one is FINISHING");
    slots_unit_finished(&f.table, 0, first.at);
    is_int(others_of(&f, &second), 0, "it is FREE");
    fixture_claim(&f, 1, &first);
    slots_drop(&f.table, &first);
    is_int(others_of(&f, &second), 0, "it is DROPPED");
    slots_unit_finished(&f.table, 0, first.at);
    fixture_claim(&f, 1, &first);
    slots_release(&f.table, &first);
    slots_slot_leave(&f.table, 0);
    is_int(others_of(&f, &second), 0, "it is DRAINING");
    slots_slot_clear(&f.table, 0);
    is_int(others_of(&f, &second), 0, "it is VOID");
    fixture_close(&f);
}

static void test_any(void)
{
    fixture_t f;
    slots_lease_t first, second;
    open_offering(&f, 2);
    fixture_claim(&f, 1, &first);
    is_int(slots_others_any(&f.table, &first), 0, "the only request");
    fixture_claim(&f, 2, &second);
    is_int(slots_others_any(&f.table, &first), 1, "another one waits");
    slots_give_up(&f.table, &second);
    is_int(slots_others_any(&f.table, &first), 1, "and is given up");
    slots_unit_finished(&f.table, 0, second.at);
    is_int(slots_others_any(&f.table, &first), 0, "and is over");
    fixture_close(&f);
}

/* A worker with threads, and one with an event loop, whose units are counted by
 * their hints. */
static void test_any_at_once(uint32_t units)
{
    fixture_t f;
    slots_lease_t leases[2];
    fixture_open(&f, sizes);
    fixture_worker(&f, units);
    for (uint32_t n = 0; n < 2; n++) {
        fixture_claim(&f, 1, &leases[n]);
        is_int(slots_others_any(&f.table, &leases[0]), n,
               n == 0 ? "the first one" : "there is a second one");
    }
    slots_release(&f.table, &leases[1]);
    is_int(slots_others_any(&f.table, &leases[0]), 0, "it has ended");
    fixture_close(&f);
}

/* What a waiting request learns about those that may run before it. */
static void test_stay(void)
{
    fixture_t f;
    slots_lease_t mine, running, waiting, later;
    slots_others_t others;
    open_offering(&f, 4);
    fixture_claim(&f, 1, &mine);
    slots_others_look(&f.table, &mine, &others);
    fixture_claim(&f, 2, &running);
    ok(!slots_others_stay(&f.table, &mine, &others), "there were none");
    fixture_claim(&f, 3, &waiting);
    is_int(slots_others_look(&f.table, &mine, &others), 2, "two are there");
    ok(slots_others_stay(&f.table, &mine, &others), "and stay");
    fixture_claim(&f, 4, &later);
    ok(slots_others_stay(&f.table, &mine, &others), "a later one comes");
    slots_release(&f.table, &later);
    ok(slots_others_stay(&f.table, &mine, &others), "and goes");
    slots_drop(&f.table, &waiting);
    ok(slots_others_stay(&f.table, &mine, &others), "one is taken back");
    is_int(slots_others_look(&f.table, &mine, &others), 1,
           "which does not count any more");
    slots_give_up(&f.table, &running);
    ok(slots_others_stay(&f.table, &mine, &others), "one is given up");
    is_int(slots_others_look(&f.table, &mine, &others), 1,
           "which may still run");
    slots_unit_finished(&f.table, 0, running.at);
    ok(!slots_others_stay(&f.table, &mine, &others), "it has ended");
    fixture_close(&f);
}

/* The next request of the unit is another one. */
static void test_stay_no_longer(void)
{
    fixture_t f;
    slots_lease_t mine, other;
    slots_others_t others;
    open_offering(&f, 2);
    fixture_claim(&f, 1, &mine);
    fixture_claim(&f, 2, &other);
    slots_others_look(&f.table, &mine, &others);
    slots_release(&f.table, &other);
    fixture_claim(&f, 2, &other);
    ok(!slots_others_stay(&f.table, &mine, &others), "one ended, one came");
    slots_others_look(&f.table, &mine, &others);
    slots_give_up(&f.table, &other);
    slots_unit_finished(&f.table, 0, other.at);
    fixture_claim(&f, 2, &other);
    ok(!slots_others_stay(&f.table, &mine, &others), "also after FINISHING");
    fixture_close(&f);
}

/* Such workers run their requests at the same time. */
static void test_no_others(void)
{
    fixture_t f;
    slots_lease_t first, second;
    fixture_open(&f, sizes);
    fixture_worker(&f, 2);
    fixture_claim(&f, 1, &first);
    ok(fixture_claim(&f, 1, &second) && second.slot == 0,
       "a worker of two runs both");
    is_int(others_of(&f, &second), 0, "none waits");
    fixture_features(&f, fixture_worker(&f, 3), SLOTS_AHEAD);
    fixture_claim(&f, 1, &first);
    ok(fixture_claim(&f, 1, &second) && second.slot == 1,
       "so does one of three");
    is_int(others_of(&f, &second), 0, "whatever its features");
    fixture_close(&f);
}

/* The lease is private, so what changes later does not matter to it. */
static void test_hostile_later(void)
{
    fixture_t f;
    slots_lease_t first, second;
    open_offering(&f, 2);
    fixture_claim(&f, 1, &first);
    fixture_claim(&f, 2, &second);
    fixture_features(&f, 0, 0);
    atomic_store(&f.table.slots[0].run, UINT64_MAX);
    is_int(others_of(&f, &second), 1, "a lease knows its worker");
    atomic_store(fixture_unit(&f, 0, 0), UINT64_MAX);
    is_int(others_of(&f, &second), 0, "a state that is none");
    fixture_close(&f);
}

int main(void)
{
    test_others();
    test_any();
    test_any_at_once(2);
    test_any_at_once(SLOTS_UNITS);
    test_stay();
    test_stay_no_longer();
    test_no_others();
    test_hostile_later();
    return done_testing();
}
