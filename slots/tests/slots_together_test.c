/* SPDX-License-Identifier: Apache-2.0 */
/* slots_together_test.c: requests of a pool that computes join busy workers,
 * also while others are idle. */

#include "slots_claim.h"
#include "slots_fixture.h"
#include "slots_pool.h"
#include "slots_queue.h"
#include "slots_slot.h"
#include "slots_stats.h"

#define NO_SLOT UINT32_MAX

static const slots_sizes_t sizes = {.owners = 4, .slots = 20, .pools = 2};

/* A pool of so many workers, each of which offers so many units. */
static void open_workers(fixture_t *f, int count, uint32_t offered,
                         uint32_t together)
{
    fixture_open(f, sizes);
    while (count-- > 0)
        fixture_ahead_worker(f, offered);
    slots_pool_together(&f->table, f->pool, together);
}

static uint32_t claimed_slot(fixture_t *f, slots_lease_t *lease)
{
    return slots_queue_arrive(&f->table, f->pool, f->generation, VERSION, 1, 0,
                              1, lease)
               ? lease->slot
               : NO_SLOT;
}

static void claims_are(fixture_t *f, const uint32_t *slots, uint32_t count,
                       const char *what)
{
    slots_lease_t lease;
    uint32_t right = 0;
    for (uint32_t n = 0; n < count; n++)
        right += claimed_slot(f, &lease) == slots[n];
    is_int(right, count, what);
}

static void test_order(void)
{
    const uint32_t slots[] = {0, 1, 0, 1, 0, 1, 2, 2, 2, 3, 3, 3};
    slots_lease_t lease;
    fixture_t f;
    open_workers(&f, 4, 3, 2);
    claims_are(&f, slots, 6, "two workers share the requests");
    claims_are(&f, slots + 6, 6, "another one begins when both are full");
    is_int(claimed_slot(&f, &lease), NO_SLOT, "all units are used");
    fixture_close(&f);
}

static void test_none(void)
{
    const uint32_t slots[] = {0, 1, 2, 3, 0, 1, 2, 3};
    fixture_t f;
    open_workers(&f, 4, 3, 0);
    claims_are(&f, slots, 8, "0: idle workers come first");
    fixture_close(&f);
    open_workers(&f, 4, 3, 2);
    slots_pool_ahead(&f.table, f.pool, 0);
    claims_are(&f, slots, 4, "so they do when nothing waits at a worker");
    fixture_close(&f);
    open_workers(&f, 4, 3, UINT32_MAX);
    claims_are(&f, slots, 8, "and when there are not so many workers");
    fixture_close(&f);
}

/* It has waited at a busy worker before. */
static void test_joins_no_more(void)
{
    slots_lease_t lease;
    fixture_t f;
    open_workers(&f, 4, 3, 1);
    claimed_slot(&f, &lease);
    is_int(claimed_slot(&f, &lease), 0, "a request joins");
    ok(slots_queue_arrive(&f.table, f.pool, f.generation, VERSION, 1, 0, 0,
                          &lease) &&
           lease.slot == 1,
       "one that must not gets an idle worker");
    ok(slots_queue_arrive(&f.table, f.pool, f.generation, VERSION, 1, 4, 1,
                          &lease) &&
           lease.slot == 3,
       "and one with an aim its worker");
    fixture_close(&f);
}

static void test_least(void)
{
    slots_lease_t leases[5], lease;
    fixture_t f;
    open_workers(&f, 3, 4, 2);
    for (int n = 0; n < 5; n++)
        claimed_slot(&f, &leases[n]);
    is_int(leases[4].slot, 0, "the first worker has three requests");
    slots_release(&f.table, &leases[0]);
    slots_release(&f.table, &leases[2]);
    is_int(claimed_slot(&f, &lease), 0,
           "the next one gets the one with fewest");
    fixture_close(&f);
}

/* It may be busy for long, and perhaps it waits for a disk. */
static void test_given_up(void)
{
    slots_lease_t first, second, lease;
    fixture_t f;
    open_workers(&f, 4, 4, 2);
    claimed_slot(&f, &first);
    claimed_slot(&f, &second);
    slots_give_up(&f.table, &first);
    is_int(claimed_slot(&f, &lease), 2, "another worker takes its place");
    is_int(claimed_slot(&f, &lease), 1, "then requests wait again");
    is_int(claimed_slot(&f, &lease), 2, "at the other two");
    slots_break(&f.table, &second);
    is_int(claimed_slot(&f, &lease), 3, "a broken one does not count, either");
    fixture_close(&f);
}

/* Where there are very many workers a claim does not look at all of them. */
static void test_bounded(void)
{
    slots_lease_t leases[10], lease;
    fixture_t f;
    open_workers(&f, 10, 2, 0);
    for (int n = 0; n < 10; n++)
        fixture_claim(&f, 1, &leases[n]);
    slots_pool_together(&f.table, f.pool, 2);
    for (int n = 0; n < 7; n++)
        slots_release(&f.table, &leases[n]);
    is_int(claimed_slot(&f, &lease), 7, "busy ones behind idle ones are seen");
    slots_release(&f.table, &lease);
    slots_release(&f.table, &leases[7]);
    ok(claimed_slot(&f, &lease) < 8, "but not behind very many");
    fixture_close(&f);
}

static void test_versions(void)
{
    slots_lease_t lease;
    fixture_t f;
    open_workers(&f, 4, 3, 2);
    claimed_slot(&f, &lease);
    claimed_slot(&f, &lease);
    atomic_store(&f.table.slots[0].version, VERSION + 1);
    is_int(claimed_slot(&f, &lease), 2, "workers of old code do not count");
    is_int(claimed_slot(&f, &lease), 1, "nor do they get requests");
    fixture_close(&f);
}

/* Three requests of 523 µs; in one of 500 µs a worker slept. */
static void told_is(const fixture_t *f, const char *what)
{
    slots_told_sums_t sums;
    slots_stats_sleeps(&f->table, f->pool, &sums);
    ok(sums.requests == 3 && sums.us == 523 && sums.slept_us == 500, what);
}

static void test_told(void)
{
    slots_lease_t first, second;
    fixture_t f;
    open_workers(&f, 2, 2, 0);
    fixture_claim(&f, 1, &first);
    fixture_claim(&f, 1, &second);
    slots_stats_told(&f.table, first.slot, 1, 500);
    slots_stats_told(&f.table, first.slot, 0, 20);
    slots_stats_told(&f.table, second.slot, 0, 3);
    told_is(&f, "what all workers have told is summed up");
    slots_slot_leave(&f.table, 0);
    slots_release(&f.table, &first);
    slots_slot_clear(&f.table, 0);
    told_is(&f, "and stays when one has gone");
    fixture_close(&f);
}

int main(void)
{
    test_order();
    test_none();
    test_joins_no_more();
    test_least();
    test_given_up();
    test_bounded();
    test_versions();
    test_told();
    return done_testing();
}
