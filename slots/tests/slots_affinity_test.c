/* SPDX-License-Identifier: Apache-2.0 */
/* slots_affinity_test.c: which worker a key gets, and how its requests wait. */

#include "slots_affinity.h"
#include "slots_claim.h"
#include "slots_fixture.h"
#include "slots_queue.h"
#include "slots_slot.h"

#define WORKERS 8u
#define KEYS 1000u

static const slots_sizes_t sizes = {.owners = 4, .slots = 4, .pools = 1};

static uint64_t key_of(uint32_t n)
{
    return slots_affinity_key(&n, sizeof(n));
}

/* Counts the keys that each of the idle workers gets. */
static void spread(uint32_t keys_of[WORKERS])
{
    slots_load_t loads[WORKERS];
    for (uint32_t n = 0; n < WORKERS; n++) {
        keys_of[n] = 0;
        loads[n] = (slots_load_t){1, 0};
    }
    for (uint32_t key = 0; key < KEYS; key++)
        keys_of[slots_affinity_choose(key_of(key), loads, WORKERS)]++;
}

static void test_spread(void)
{
    uint32_t keys_of[WORKERS];
    int even = 1;
    spread(keys_of);
    for (uint32_t n = 0; n < WORKERS; n++)
        even &=
            keys_of[n] > KEYS / WORKERS / 2 && keys_of[n] < KEYS / WORKERS * 2;
    ok(even, "each worker gets its share of the keys");
}

/* Counts keys of other workers whose choice changes when worker `gone` cannot
 * be claimed. */
static void test_one_goes(void)
{
    slots_load_t loads[WORKERS];
    uint32_t own = 0, others = 0, spilled[WORKERS] = {0};
    for (uint32_t n = 0; n < WORKERS; n++)
        loads[n] = (slots_load_t){1, 0};
    for (uint32_t key = 0; key < KEYS; key++) {
        int before = slots_affinity_choose(key_of(key), loads, WORKERS), after;
        loads[3].capacity = 0;
        after = slots_affinity_choose(key_of(key), loads, WORKERS);
        loads[3].capacity = 1;
        if (before == 3) {
            own++;
            spilled[after]++;
        } else {
            others += after != before;
        }
    }
    ok(own > 0, "a worker that goes had keys");
    is_int(others, 0, "no key of another moves");
    is_int(spilled[3], 0, "its own do");
    ok(spilled[0] && spilled[7], "and not all to one");
}

static void test_limit(void)
{
    is_int(slots_affinity_limit(1, 7, 0), 5, "four may always wait");
    is_int(slots_affinity_limit(4, 28, 0), 8, "behind all that are served");
    is_int(slots_affinity_limit(1, 7, 27), 16, "four times a crowd's mean");
    is_int(slots_affinity_limit(2, 7, 35), 42, "by capacity");
    is_int(slots_affinity_limit(1, 0, 0), UINT32_MAX, "without others, all");
}

static void test_spill(void)
{
    slots_load_t loads[3] = {{1, 0}, {1, 0}, {1, 0}};
    uint64_t key = key_of(7);
    int first = slots_affinity_choose(key, loads, 3), second;
    loads[first].load = 4;
    is_int(slots_affinity_choose(key, loads, 3), first,
           "a busy worker keeps its keys");
    loads[first].load = 5;
    second = slots_affinity_choose(key, loads, 3);
    ok(second != first, "one that is too busy does not");
    is_int(slots_affinity_choose(key, loads, 3), second,
           "they go to one and the same");
    loads[first].capacity = loads[second].capacity = 0;
    is_int(slots_affinity_choose(key, loads, 3), 3 - first - second,
           "one that can't be had is passed by");
    loads[3 - first - second].capacity = 0;
    is_int(slots_affinity_choose(key, loads, 3), -1, "none, no choice");
}

static int enter(fixture_t *f, uint32_t aim, slots_place_t *place)
{
    return slots_queue_enter_aimed(&f->table, f->pool, 1, 10, 100, aim, place);
}

static int woken(const fixture_t *f, const slots_place_t *place)
{
    return atomic_load(&f->table.pools[f->pool].futexes[place->cell]) !=
           place->seen;
}

/* Two busy workers. One request aims at each; the one that aims at the second
 * worker enters first. */
static void fixture_pair(fixture_t *f, slots_lease_t leases[2],
                         slots_place_t places[2])
{
    slots_lease_t none;
    fixture_open(f, sizes);
    for (uint32_t n = 0; n < 2; n++) {
        fixture_worker(f, 1);
        fixture_claim(f, 1, &leases[n]);
    }
    enter(f, 2, &places[1]);
    enter(f, 1, &places[0]);
    fixture_try(f, &places[0], &none);
    fixture_try(f, &places[1], &none);
}

static void test_aims(void)
{
    fixture_t f;
    slots_lease_t leases[2], got;
    slots_place_t places[2], any;
    fixture_pair(&f, leases, places);
    slots_release(&f.table, &leases[0]);
    ok(woken(&f, &places[0]), "a release wakes who aims at its worker");
    ok(!woken(&f, &places[1]), "and not an older who aims elsewhere");
    is_int(fixture_try(&f, &places[1], &got), 0, "who could not have it");
    is_int(enter(&f, 0, &any), SLOTS_ENTERED, "a younger one without an aim");
    is_int(fixture_try(&f, &places[0], &got), 1, "who aims gets it");
    is_int(got.slot, 0, "from its own worker");
    slots_release(&f.table, &got);
    is_int(fixture_try(&f, &any, &got), 1, "who does not gets what is left");
    fixture_close(&f);
}

static void test_slice(void)
{
    fixture_t f;
    slots_lease_t leases[2], got;
    slots_place_t places[2];
    fixture_pair(&f, leases, places);
    slots_release(&f.table, &leases[0]);
    places[1].slice_over = 1;
    is_int(fixture_try(&f, &places[1], &got), 1,
           "after a whole slice any worker will do");
    is_int(got.slot, 0, "that is free");
    is_int(slots_queue_length(&f.table, f.pool), 1, "its cell is gone");
    fixture_close(&f);
}

static void test_worker_goes(void)
{
    fixture_t f;
    slots_lease_t leases[2], got;
    slots_place_t places[2];
    fixture_pair(&f, leases, places);
    slots_slot_leave(&f.table, 1);
    ok(woken(&f, &places[1]), "a worker that leaves wakes who aims at it");
    is_int(fixture_try(&f, &places[1], &got), 0, "who now waits for any");
    slots_release(&f.table, &leases[0]);
    ok(woken(&f, &places[1]), "and is the front of all");
    is_int(fixture_try(&f, &places[1], &got), 1, "so it gets the other");
    fixture_close(&f);
    fixture_pair(&f, leases, places);
    slots_slot_clear(&f.table, 0);
    ok(woken(&f, &places[0]), "so does one that is gone");
    fixture_close(&f);
}

static void test_demand(void)
{
    fixture_t f;
    slots_lease_t leases[2];
    slots_place_t places[2], any;
    fixture_pair(&f, leases, places);
    is_int(slots_queue_demand(&f.table, f.pool), 2,
           "while all are busy one more worker helps everybody");
    enter(&f, 0, &any);
    slots_release(&f.table, &leases[0]);
    is_int(slots_queue_demand(&f.table, f.pool), 1,
           "else only who has no worker of its own");
    fixture_close(&f);
}

static void test_aim(void)
{
    fixture_t f;
    slots_lease_t lease;
    slots_place_t place;
    uint64_t key = key_of(1);
    uint32_t aim, first;
    fixture_open(&f, sizes);
    is_int(slots_affinity_aim(&f.table, f.pool, VERSION, key), 0,
           "without workers there is nothing to aim at");
    for (int n = 0; n < 3; n++)
        fixture_worker(&f, 1);
    first = slots_affinity_aim(&f.table, f.pool, VERSION, key);
    ok(first >= 1 && first <= 3, "then there is");
    is_int(slots_affinity_aim(&f.table, f.pool, VERSION + 1, key), 0,
           "not at workers of another version");
    is_int(slots_claim_aimed(&f.table, f.pool, f.generation, VERSION, 1, first,
                             &lease),
           1, "it can be claimed");
    is_int(lease.slot, first - 1, "and no other");
    enter(&f, first, &place);
    is_int(slots_affinity_aim(&f.table, f.pool, VERSION, key), first,
           "it stays while some wait for it");
    for (int n = 0; n < 3; n++)
        enter(&f, first, &place);
    aim = slots_affinity_aim(&f.table, f.pool, VERSION, key);
    ok(aim && aim != first, "but not many");
    fixture_close(&f);
}

/* Whether a worker gets a request ahead changes neither its share of the keys
 * nor how many wait for it before they go elsewhere. */
static void test_ahead(void)
{
    fixture_t f;
    slots_place_t place;
    uint64_t key = key_of(1);
    fixture_open(&f, sizes);
    for (uint32_t n = 0; n < 3; n++)
        atomic_store(
            &f.table.slots[fixture_worker(&f, SLOTS_AHEAD_UNITS)].features,
            SLOTS_AHEAD);
    uint32_t aim = slots_affinity_aim(&f.table, f.pool, VERSION, key);
    slots_unit_t *second = fixture_unit(&f, aim - 1, 1);
    for (int n = 0; n < 4; n++)
        enter(&f, aim, &place);
    is_int(slots_affinity_aim(&f.table, f.pool, VERSION, key), aim,
           "four may wait for a worker with units for them");
    enter(&f, aim, &place);
    ok(slots_affinity_aim(&f.table, f.pool, VERSION, key) != aim,
       "but not five, as if it had one");
    ok(slots_unit_withdraw(&f.table, (uint32_t)(second - f.table.units),
                           atomic_load(second)),
       "it is withdrawn");
    ok(slots_affinity_aim(&f.table, f.pool, VERSION, key) != aim,
       "which changes nothing");
    fixture_close(&f);
}

static void test_hostile(void)
{
    fixture_t f;
    slots_place_t place;
    slots_lease_t lease;
    fixture_open(&f, sizes);
    fixture_worker(&f, 1);
    enter(&f, 255, &place);
    is_int(slots_claim_aimed(&f.table, f.pool, f.generation, VERSION, 1, 0,
                             &lease),
           0, "no aim, no claim");
    is_int(slots_claim_aimed(&f.table, f.pool, f.generation, VERSION, 1, 255,
                             &lease),
           0, "nor beyond the list");
    ok(slots_affinity_aim(&f.table, f.pool, VERSION, 1), "a look survives it");
    is_int(fixture_try(&f, &place, &lease), 1, "so does who waits there");
    fixture_close(&f);
}

int main(void)
{
    test_spread();
    test_one_goes();
    test_limit();
    test_spill();
    test_aims();
    test_slice();
    test_worker_goes();
    test_demand();
    test_aim();
    test_ahead();
    test_hostile();
    return done_testing();
}
