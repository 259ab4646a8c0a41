/* SPDX-License-Identifier: Apache-2.0 */
/* slots_return_test.c: requests that were at a worker, and come back to the
 * queue. */

#include "slots_cells.h"
#include "slots_claim.h"
#include "slots_fixture.h"
#include "slots_queue.h"

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

static slots_place_t arrived(fixture_t *f, uint32_t owner)
{
    return slots_queue_arrived(&f->table, f->pool, owner, 0);
}

/* The front of the queue, which has been woken, claims and lets go. */
static void takes_turn(fixture_t *f, slots_place_t *place, const char *who)
{
    slots_lease_t lease;
    ok(woken(f, place) && fixture_try(f, place, &lease), who);
    slots_release(&f->table, &lease);
}

/* Requests that were at a worker have the places of their arrival. */
static void test_return(void)
{
    fixture_t f;
    slots_place_t before, back, after;
    slots_lease_t lease, got;
    fixture_open(&f, sizes);
    fixture_worker(&f, 1);
    fixture_claim(&f, 1, &lease);
    enter(&f, 1, 10, &before);
    back = arrived(&f, 3);
    enter(&f, 2, 10, &after);
    is_int(fixture_try(&f, &before, &got), 0, "one waits");
    is_int(fixture_try(&f, &after, &got), 0, "a later one waits");
    is_int(slots_queue_return(&f.table, &back), 1, "one comes back");
    is_int(fixture_try(&f, &back, &got), 0, "it is not the front");
    slots_release(&f.table, &lease);
    takes_turn(&f, &before, "one that was there before is first");
    takes_turn(&f, &back, "then the one that came back");
    fixture_claim(&f, 1, &lease);
    is_int(slots_queue_return(&f.table, &back), 1, "it comes back again");
    is_int(fixture_try(&f, &back, &got), 0, "nothing is free");
    slots_release(&f.table, &lease);
    takes_turn(&f, &back, "and it still is before the later one");
    takes_turn(&f, &after, "which is the last");
    is_int(atomic_load(&f.table.waiting), 0, "none is counted on");
    fixture_close(&f);
}

/* Those that arrived while nobody entered have the same ticket. */
static void test_return_together(void)
{
    fixture_t f;
    slots_place_t first, second, after;
    slots_lease_t lease, got;
    fixture_open(&f, sizes);
    fixture_worker(&f, 1);
    fixture_claim(&f, 1, &lease);
    first = arrived(&f, 2);
    second = arrived(&f, 3);
    enter(&f, 1, 10, &after);
    slots_queue_return(&f.table, &second);
    slots_queue_return(&f.table, &first);
    ok(!fixture_try(&f, &first, &got) && !fixture_try(&f, &second, &got) &&
           !fixture_try(&f, &after, &got),
       "two come back, all wait");
    slots_release(&f.table, &lease);
    ok(!woken(&f, &first), "one of the two is woken");
    first.slice_over = 0;
    is_int(fixture_try(&f, &first, &got), 1, "either may claim");
    slots_release(&f.table, &got);
    takes_turn(&f, &second, "then the other one");
    takes_turn(&f, &after, "and then one that came later");
    fixture_close(&f);
}

/* It was admitted once. */
static void test_return_to_full(void)
{
    fixture_t f;
    slots_place_t place, back, other;
    fixture_open(&f, sizes);
    back = arrived(&f, 2);
    is_int(slots_queue_enter(&f.table, f.pool, 1, 1, 1, &place), SLOTS_ENTERED,
           "a queue of one is full");
    is_int(slots_queue_return(&f.table, &back), 1, "one comes back to it");
    is_int(slots_queue_length(&f.table, f.pool), 2, "two wait");
    is_int(slots_queue_enter(&f.table, f.pool, 1, 10, 2, &other),
           SLOTS_TOTAL_FULL, "and both count");
    while (enter(&f, 1, SLOTS_CELLS, &other) == SLOTS_ENTERED)
        ;
    other = arrived(&f, 3);
    uint32_t counted = atomic_load(&f.table.waiting);
    is_int(slots_queue_return(&f.table, &other), 0, "no cell is left");
    is_int(atomic_load(&f.table.waiting), counted, "it does not count");
    slots_queue_leave(&f.table, &place);
    is_int(slots_queue_return(&f.table, &other), 1, "one is");
    fixture_close(&f);
}

int main(void)
{
    alarm(60); /* a lost wake-up must fail, not hang */
    test_return();
    test_return_together();
    test_return_to_full();
    return done_testing();
}
