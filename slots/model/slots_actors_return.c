/* SPDX-License-Identifier: Apache-2.0 */
/* slots_actors_return.c: requests that wait at a busy worker and return to the
 * queue, and a worker that goes on with the next one. */

#include "slots_actors.h"
#include "slots_world.h"

#include "slots_cells.h"
#include "slots_claim.h"
#include "slots_explore.h"
#include "slots_futex.h"
#include "slots_queue.h"
#include "slots_slot.h"

/* Which of the requests are the worker's, as their tokens say. */
enum { OFFERED, TAKEN, WITHDRAWN };
static _Atomic uint32_t tokens[EXPLORE_ACTORS];
static _Atomic uint32_t turn; /* a request sleeps on it until it has begun */
static slots_lease_t leases[EXPLORE_ACTORS];
static slots_place_t places[EXPLORE_ACTORS];
static uint32_t behind; /* so many wait at the worker: actors 1, 2 */

/* Actor 0 has the request that runs. */
static void prepare_behind(uint32_t count)
{
    prepare_offering(1, 1 + count);
    leases[0] = held[0];
    leases[1] = held[1];
    holders[2] = count > 1 && slots_claim(&table, 0, generation, VERSION,
                                          OWNER(2), &leases[2]);
    behind = count;
    atomic_store(&turn, 0);
    for (uint32_t n = 1; n <= count; n++) {
        atomic_store(&tokens[n], OFFERED);
        places[n] = slots_queue_arrived(&table, 0, OWNER(n), 0);
    }
}

void prepare_returning(void)
{
    prepare_behind(1);
}

void prepare_returning_two(void)
{
    prepare_behind(2);
}

void prepare_returning_last(void)
{
    prepare_behind(1);
    places[1].word = slots_cell_pack(OWNER(1), 0, 9);
}

/* Somebody stands in all cells, behind all others. */
void prepare_returning_full(void)
{
    prepare_behind(1);
    for (uint32_t n = 0; n < SLOTS_CELLS; n++)
        atomic_store(&table.pools[0].cells[n],
                     slots_cell_pack(EXPLORE_ACTORS, 0, 9 + n));
    atomic_store(&table.pools[0].cells_used, SLOTS_CELLS);
}

static int step(uint32_t actor, uint32_t to)
{
    uint32_t from = OFFERED;
    return atomic_compare_exchange_strong(&tokens[actor], &from, to);
}

static void begin_next(void)
{
    uint32_t next = 1;
    while (next <= behind && !step(next, TAKEN))
        next++;
    slots_futex_wake(&turn);
    slots_futex_wake(&nudge);
}

void ender(int actor)
{
    let_go(&leases[actor]);
    begin_next();
}

/* Waits at the worker until that begins with the request. */
static void stay(int actor)
{
    for (;;) {
        uint32_t seen = atomic_load(&turn);
        if (atomic_load(&tokens[actor]) == TAKEN)
            return;
        slots_futex_wait(&turn, seen, 1000);
    }
}

static void wait_in(slots_place_t *place)
{
    slots_lease_t lease;
    while (!slots_queue_try(&table, place, generation, VERSION, &lease))
        slots_queue_pause(&table, place, SLOTS_SLICE_MS);
    use(&lease);
}

void returner(int actor)
{
    slots_place_t place = places[actor];
    if (!slots_queue_return(&table, &place)) {
        stay(actor);
        ender(actor);
    } else if (!step((uint32_t)actor, WITHDRAWN)) {
        slots_queue_leave(&table, &place);
        ender(actor);
    } else {
        holders[leases[actor].unit] = 0;
        if (slots_drop(&table, &leases[actor]) != 0)
            explore_wrong("a lease was taken away");
        slots_futex_wake(&nudge);
        wait_in(&place);
    }
}

void refusable_request(int actor)
{
    slots_place_t place;
    slots_lease_t lease;
    if (slots_queue_arrive(&table, 0, generation, VERSION, OWNER(actor), 0, 1,
                           &lease))
        use(&lease);
    else if (slots_queue_enter(&table, 0, OWNER(actor), 1, 1, &place) ==
             SLOTS_ENTERED)
        wait_in(&place);
}

/* Frees what the worker was to drop. Returns 0 when no more can come. */
static int drop(uint32_t actor)
{
    const slots_lease_t *lease = &leases[actor];
    uint32_t token = atomic_load(&tokens[actor]);
    if (token == WITHDRAWN &&
        atomic_load(&table.units[lease->at]) != lease->word)
        slots_unit_finished(&table, 0, lease->at);
    else if (token != TAKEN)
        return 1;
    return 0;
}

void dropper(int actor)
{
    int more = 1;
    (void)actor;
    while (more) {
        uint32_t seen = atomic_load(&nudge);
        more = 0;
        for (uint32_t n = 1; n <= behind; n++)
            more |= drop(n);
        if (more)
            slots_futex_wait(&nudge, seen, 1000);
    }
}
