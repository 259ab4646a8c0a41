/* SPDX-License-Identifier: Apache-2.0 */
/* slots_queue_test.c: order, bounds and wake-ups of the queue. */

#include "slots_cells.h"
#include "slots_claim.h"
#include "slots_fixture.h"
#include "slots_queue.h"
#include "slots_sweep.h"
#include "slots_waiting.h"
#include "slots_wake.h"

#include <unistd.h>

static const slots_sizes_t sizes = {.owners = 4, .slots = 4, .pools = 2};

static int enter(fixture_t *f, uint32_t owner, uint32_t length,
                 slots_place_t *place)
{
    return slots_queue_enter(&f->table, f->pool, owner, length, 5000, place);
}

/* True when the place was woken since the last try. A pause of length 0 reports
 * this without sleeping. Call it once for each try, because a pause writes to
 * the futex. */
static int woken(fixture_t *f, slots_place_t *place)
{
    slots_queue_pause(&f->table, place, 0);
    return !place->slice_over;
}

static void test_order(void)
{
    fixture_t f;
    slots_place_t first, second;
    slots_lease_t lease, got;
    fixture_open(&f, sizes);
    fixture_worker(&f, 1);
    fixture_claim(&f, 1, &lease);
    ok(!slots_queue_waiting(&f.table, f.pool), "nobody waits");
    is_int(enter(&f, 1, 10, &first), SLOTS_ENTERED, "one enters");
    is_int(enter(&f, 2, 10, &second), SLOTS_ENTERED, "another too");
    ok(slots_queue_waiting(&f.table, f.pool), "somebody waits");
    is_int(slots_queue_length(&f.table, f.pool), 2, "two do");
    is_int(fixture_try(&f, &first, &got), 0, "nothing is free for one");
    is_int(fixture_try(&f, &second, &got), 0, "nor for the other");
    slots_release(&f.table, &lease);
    ok(!woken(&f, &second), "a release does not wake the second");
    second.slice_over = 0;
    is_int(fixture_try(&f, &second, &got), 0, "who may not claim either");
    ok(woken(&f, &first), "it wakes the first");
    is_int(fixture_try(&f, &first, &got), 1, "who gets the unit");
    is_int(got.slot, lease.slot, "the one that was released");
    is_int(slots_queue_length(&f.table, f.pool), 1, "and its cell is gone");
    slots_release(&f.table, &got);
    ok(woken(&f, &second), "the next release wakes the second");
    is_int(fixture_try(&f, &second, &got), 1, "now it is its turn");
    fixture_close(&f);
}

/* Somebody writes an older ticket into the cell of a request that waits. */
static void test_own_cell(void)
{
    fixture_t f;
    slots_place_t place;
    slots_lease_t lease, got;
    fixture_open(&f, sizes);
    fixture_worker(&f, 1);
    fixture_claim(&f, 1, &lease);
    is_int(enter(&f, 1, 10, &place), SLOTS_ENTERED, "one enters");
    is_int(fixture_try(&f, &place, &got), 0, "nothing is free");
    atomic_fetch_sub(&f.table.pools[f.pool].cells[place.cell],
                     SLOTS_TICKET_STEP);
    slots_release(&f.table, &lease);
    is_int(fixture_try(&f, &place, &got), 1, "it does not wait for itself");
    fixture_close(&f);
}

static int arrive_aimed(fixture_t *f, uint32_t aim, slots_lease_t *lease)
{
    return slots_queue_arrive(&f->table, f->pool, f->generation, VERSION, 1,
                              aim, 0, lease);
}

static int arrive(fixture_t *f, slots_lease_t *lease)
{
    return arrive_aimed(f, 0, lease);
}

/* A release has woken the front. Until the front runs, arrivals use the unit,
 * SLOTS_PASSES times in a row and no more. */
static void test_passing(void)
{
    fixture_t f;
    slots_place_t front;
    slots_lease_t lease;
    int passes = 0;
    fixture_open(&f, sizes);
    fixture_worker(&f, 1);
    for (int i = 0; i < 2 * SLOTS_PASSES; i++) {
        ok(arrive(&f, &lease), "nobody waits: an arrival claims");
        slots_release(&f.table, &lease);
    }
    fixture_claim(&f, 1, &lease);
    enter(&f, 2, 10, &front);
    is_int(fixture_try(&f, &front, &lease), 0, "one waits");
    is_int(arrive(&f, &lease), 0, "an arrival finds no unit either");
    slots_release(&f.table, &lease);
    while (passes <= SLOTS_PASSES && arrive(&f, &lease)) {
        passes++;
        slots_release(&f.table, &lease);
    }
    is_int(passes, SLOTS_PASSES, "so many claim past the front");
    ok(woken(&f, &front), "which each release has woken");
    is_int(fixture_try(&f, &front, &lease), 1, "the unit was left to it");
    enter(&f, 2, 10, &front);
    slots_release(&f.table, &lease);
    is_int(arrive(&f, &lease), 1, "then arrivals may pass again");
    fixture_close(&f);
}

static void enter_aimed(fixture_t *f, uint32_t aim, slots_place_t *place)
{
    if (slots_queue_enter_aimed(&f->table, f->pool, 2, 10, 5000, aim, place) !=
        SLOTS_ENTERED)
        bail_out("no cell");
}

/* Beside a worker whose waiters claim in between. */
static void test_passing_aimed(void)
{
    fixture_t f;
    slots_place_t front, other;
    slots_lease_t first, second;
    int passes = 0;
    fixture_open(&f, sizes);
    fixture_worker(&f, 1);
    fixture_worker(&f, 1);
    fixture_claim(&f, 1, &first);
    fixture_claim(&f, 1, &second);
    enter_aimed(&f, 1, &front);
    is_int(fixture_try(&f, &front, &first), 0, "one waits for a worker");
    slots_release(&f.table, &first);
    for (int i = 0; i <= SLOTS_PASSES && arrive_aimed(&f, 1, &first); i++) {
        passes++;
        slots_release(&f.table, &first);
        enter_aimed(&f, 2, &other);
        slots_release(&f.table, &second);
        is_int(fixture_try(&f, &other, &second), 1,
               "one who waits for the other worker gets it");
    }
    is_int(passes, SLOTS_PASSES, "that lets no more claim past the first");
    is_int(fixture_try(&f, &front, &first), 1, "which then has its turn");
    fixture_close(&f);
}

/* Tickets decide, not cells, also where the ticket's bits wrap. */
static void test_order_of_tickets(void)
{
    fixture_t f;
    slots_place_t place[3];
    slots_lease_t lease;
    fixture_open(&f, sizes);
    atomic_store(&f.table.pools[f.pool].tickets, (1ull << 39) - 2);
    enter(&f, 1, 10, &place[0]);
    enter(&f, 1, 10, &place[1]);
    slots_queue_leave(&f.table, &place[0]);
    enter(&f, 3, 10, &place[2]);
    is_int(place[2].cell, 0, "a later one stands in a lower cell");
    fixture_worker(&f, 1);
    is_int(fixture_try(&f, &place[2], &lease), 0, "it is not the front");
    is_int(fixture_try(&f, &place[1], &lease), 1, "the older ticket is");
    fixture_close(&f);
}

/* A stopped front does not stop the pool. */
static void test_slice(void)
{
    fixture_t f;
    slots_place_t front, second;
    slots_lease_t lease;
    fixture_open(&f, sizes);
    enter(&f, 1, 10, &front);
    enter(&f, 2, 10, &second);
    is_int(fixture_try(&f, &second, &lease), 0, "a second one waits");
    fixture_worker(&f, 1);
    slots_queue_pause(&f.table, &second, 1);
    ok(second.slice_over, "its pause can run out");
    is_int(fixture_try(&f, &second, &lease), 1,
           "then it claims though it is not the front");
    fixture_close(&f);
}

/* Two units turn FREE, and both wake-ups reach the first waiter. */
static void test_pass_on(void)
{
    fixture_t f;
    slots_place_t place[3];
    slots_lease_t lease[3];
    fixture_open(&f, sizes);
    for (int i = 0; i < 3; i++) {
        enter(&f, 1, 10, &place[i]);
        fixture_try(&f, &place[i], &lease[i]);
    }
    fixture_worker(&f, 2);
    ok(woken(&f, &place[0]) && !woken(&f, &place[1]), "the first is woken");
    place[1].slice_over = 0;
    is_int(fixture_try(&f, &place[1], &lease[1]), 0, "not the second");
    is_int(fixture_try(&f, &place[0], &lease[0]), 1, "it claims");
    ok(woken(&f, &place[1]), "and wakes the next, a unit is left");
    is_int(fixture_try(&f, &place[1], &lease[1]), 1, "who claims");
    ok(!woken(&f, &place[2]), "and does not wake the third, none is left");
    fixture_close(&f);
}

static void test_leave_passes_on(void)
{
    fixture_t f;
    slots_place_t first, second;
    slots_lease_t lease;
    fixture_open(&f, sizes);
    enter(&f, 1, 10, &first);
    enter(&f, 1, 10, &second);
    fixture_try(&f, &second, &lease);
    fixture_worker(&f, 1);
    slots_queue_leave(&f.table, &first);
    ok(woken(&f, &second), "a waiter that gives up passes its wake-up on");
    is_int(fixture_try(&f, &second, &lease), 1, "to the next");
    is_int(atomic_load(&f.table.owners[1].waiting), 0, "both are counted off");
    fixture_close(&f);
}

static uint32_t counted(const fixture_t *f, uint32_t owner)
{
    return slots_waiting_count(atomic_load(&f->table.owners[owner].waiting),
                               common_now_us());
}

static void test_bounds(void)
{
    fixture_t f;
    slots_place_t place[4];
    fixture_open(&f, sizes);
    slots_table_t other = f.table; /* of another child */
    enter(&f, 1, 2, &place[0]);
    enter(&f, 1, 2, &place[1]);
    is_int(enter(&f, 1, 2, &place[2]), SLOTS_QUEUE_FULL,
           "`length` requests wait, not more");
    is_int(enter(&f, 1, 3, &place[2]), SLOTS_ENTERED,
           "one with a longer queue comes in");
    is_int(slots_queue_length(&f.table, f.pool), 3, "and is seen");
    is_int(slots_queue_enter(&other, f.pool, 2, 10, 3, &place[3]),
           SLOTS_TOTAL_FULL, "the total is bounded");
    is_int(atomic_load(&f.table.owners[2].waiting), 0,
           "who is refused is not counted");
    is_int(slots_queue_enter(&other, f.pool, 2, 10, 4, &place[3]),
           SLOTS_ENTERED, "up to the total");
    slots_queue_leave(&f.table, &place[1]);
    is_int(enter(&f, 1, 2, &place[1]), SLOTS_ENTERED, "who leaves makes room");
    fixture_close(&f);
}

/* Requests that wait for persistd count beside those in queues. */
static void test_outside(void)
{
    fixture_t f;
    slots_place_t place[2];
    fixture_open(&f, sizes);
    slots_table_t other = f.table;
    enter(&f, 1, 10, &place[0]);
    ok(slots_queue_begin(&other, 2, 2), "one waits outside of all queues");
    is_int(slots_queue_enter(&f.table, f.pool, 1, 10, 2, &place[1]),
           SLOTS_TOTAL_FULL, "it takes part of the total");
    ok(!slots_queue_begin(&other, 2, 2), "which bounds it as well");
    is_int(counted(&f, 2), 1, "who is refused is not counted");
    slots_queue_end(&other, 2);
    is_int(slots_queue_enter(&f.table, f.pool, 1, 10, 2, &place[1]),
           SLOTS_ENTERED, "who has waited makes room");
    ok(slots_queue_begin(&other, 2, 3), "for one");
    slots_sweep(&f.table, 2);
    is_int(atomic_load(&f.table.owners[2].waiting), 0,
           "a sweep clears what a dead child has left");
    fixture_close(&f);
}

/* Somebody writes to all that a waiter has in the table. It puts it right after
 * its slice. */
static void test_place_comes_back(void)
{
    fixture_t f;
    slots_place_t place, other;
    slots_lease_t lease;
    fixture_open(&f, sizes);
    slots_pool_t *pool = &f.table.pools[f.pool];
    enter(&f, 1, 10, &other);
    enter(&f, 1, 10, &place);
    atomic_store(&pool->cells[place.cell], SLOTS_GONE);
    atomic_store(&pool->cells_used, 0);
    atomic_store(&f.table.owners[1].waiting,
                 slots_waiting_pack(60000, common_now_us()));
    is_int(slots_queue_length(&f.table, f.pool), 0, "nobody seems to wait");
    place.slice_over = 1;
    is_int(fixture_try(&f, &place, &lease), 0, "who waits goes on");
    is_int(slots_queue_length(&f.table, f.pool), 2, "and is seen again");
    is_int(counted(&f, 1), 2, "with the right number");
    fixture_worker(&f, 1);
    is_int(fixture_try(&f, &place, &lease), 0, "as the second, as before");
    atomic_store(&pool->cells[other.cell], SLOTS_GONE);
    enter(&f, 1, 10, &place);
    other.slice_over = 1;
    is_int(fixture_try(&f, &other, &lease), 1,
           "whose cell another one has taken claims as well");
    is_int(slots_queue_length(&f.table, f.pool), 2, "and leaves it to him");
    fixture_close(&f);
}

/* All cells, and a length above their number. */
static void test_all_cells(void)
{
    fixture_t f;
    slots_place_t place;
    uint32_t entered = 0;
    fixture_open(&f, sizes);
    while (entered <= SLOTS_CELLS &&
           enter(&f, 1, UINT32_MAX, &place) == SLOTS_ENTERED)
        entered++;
    is_int(entered, SLOTS_CELLS, "all cells can be used, and not one more");
    slots_queue_leave(&f.table, &place);
    slots_wake_all(&f.table, f.pool);
    is_int(slots_sweep(&f.table, 1), 0, "a sweep finds no lease");
    is_int(slots_queue_length(&f.table, f.pool), 0, "but clears all cells");
    fixture_close(&f);
}

static void test_wake_all(void)
{
    fixture_t f;
    slots_place_t place[3];
    slots_lease_t lease;
    int all = 0;
    fixture_open(&f, sizes);
    for (int i = 0; i < 3; i++) {
        enter(&f, 1, 10, &place[i]);
        fixture_try(&f, &place[i], &lease);
    }
    slots_wake_all(&f.table, f.pool);
    for (int i = 0; i < 3; i++)
        all += woken(&f, &place[i]);
    is_int(all, 3, "everybody is woken");
    fixture_close(&f);
}

/* cells_used and the cells hold any value: no access outside the pool. */
static void test_hostile(void)
{
    fixture_t f;
    slots_place_t place;
    slots_lease_t lease;
    slots_pool_t *pool;
    fixture_open(&f, sizes);
    fixture_worker(&f, 1);
    enter(&f, 1, 10, &place);
    pool = &f.table.pools[f.pool];
    atomic_store(&pool->cells_used, UINT32_MAX);
    for (uint32_t i = 1; i < SLOTS_CELLS; i++)
        atomic_store(&pool->cells[i], ~(uint64_t)i);
    is_int(slots_queue_length(&f.table, f.pool), SLOTS_CELLS, "all read");
    slots_wake_all(&f.table, f.pool);
    atomic_store(&pool->cells_used, 0);
    is_int(fixture_try(&f, &place, &lease), 1, "a waiter out of sight claims");
    fixture_close(&f);
}

int main(void)
{
    alarm(60); /* a lost wake-up must fail, not hang */
    test_order();
    test_own_cell();
    test_passing();
    test_passing_aimed();
    test_order_of_tickets();
    test_slice();
    test_pass_on();
    test_leave_passes_on();
    test_bounds();
    test_outside();
    test_place_comes_back();
    test_all_cells();
    test_wake_all();
    test_hostile();
    return done_testing();
}
