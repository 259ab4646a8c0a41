/* SPDX-License-Identifier: Apache-2.0 */
/* slots_pool_test.c: finding pools by key, also during removals and in an index
 * that another process has overwritten. */

#include "slots_claim.h"
#include "slots_fixture.h"
#include "slots_index.h"
#include "slots_pool.h"
#include "slots_queue.h"

#include <errno.h>

static const slots_sizes_t sizes = {.owners = 2, .slots = 2, .pools = 8};

static int find(fixture_t *f, uint64_t high, uint64_t low)
{
    uint64_t generation;
    return slots_index_find(&f->table, high, low, &generation);
}

static int add(fixture_t *f, uint64_t high, uint64_t low)
{
    uint64_t generation;
    return slots_pool_add(&f->table, high, low, VERSION, 4, &generation);
}

static void test_find(void)
{
    fixture_t f;
    uint64_t generation = 0;
    fixture_open(&f, sizes);
    is_int(slots_index_find(&f.table, 1, 2, &generation), f.pool,
           "a pool is found by its key");
    ok(generation == f.generation, "with its generation");
    is_int(find(&f, 2, 2), -1, "not by another high half");
    is_int(find(&f, 1, 3), -1, "nor by another low half");
    ok(slots_index_is(&f.table, f.pool, generation), "it is live");
    ok(!slots_index_is(&f.table, f.pool, generation + 1),
       "not in another generation");
    ok(!slots_index_is(&f.table, sizes.pools, generation),
       "an index out of range is no pool");
    fixture_close(&f);
}

/* All keys meet in one bucket, so that each is found by probing. */
static void test_collisions(void)
{
    fixture_t f;
    int found = 0;
    fixture_open(&f, sizes);
    for (uint64_t key = 1; key < sizes.pools; key++)
        if (add(&f, key + 100, 2) < 0)
            bail_out("no pool");
    for (uint64_t key = 1; key < sizes.pools; key++)
        found += find(&f, key + 100, 2) == (int)key;
    is_int(found, sizes.pools - 1, "keys of one bucket are all found");
    errno = 0;
    ok(add(&f, 9, 9) == -1 && errno == ENOSPC, "a full table says ENOSPC");
    slots_pool_remove(&f.table, 3);
    is_int(find(&f, 103, 2), -1, "a removed pool is not found");
    is_int(find(&f, 107, 2), 7, "the ones behind it are");
    is_int(add(&f, 555, 2), 3, "its entry is used again");
    is_int(find(&f, 555, 2), 3, "and found under the new key");
    is_int(find(&f, 103, 2), -1, "not under the old one");
    fixture_close(&f);
}

/* How much a script logs is no matter of the one that had the entry before. */
static void test_rates(void)
{
    fixture_t f;
    uint64_t again;
    fixture_open(&f, sizes);
    slots_pool_t *entry = &f.table.pools[f.pool];
    slots_rate_t *rates[] = {&entry->log, &entry->copied};
    for (int i = 0; i < 2; i++) {
        atomic_store(&rates[i]->window, UINT64_MAX);
        atomic_store(&rates[i]->dropped, 5);
    }
    slots_pool_remove(&f.table, f.pool);
    slots_pool_add(&f.table, 1, 2, VERSION, 4, &again);
    for (int i = 0; i < 2; i++) {
        ok(atomic_load(&rates[i]->window) == 0, "a rate begins anew");
        ok(atomic_load(&rates[i]->dropped) == 0, "with nothing to tell");
    }
    fixture_close(&f);
}

/* A reader found the pool before it was removed and added again. */
static void test_removal_race(void)
{
    fixture_t f;
    uint64_t again;
    slots_lease_t lease;
    fixture_open(&f, sizes);
    slots_pool_remove(&f.table, f.pool);
    ok(!slots_index_is(&f.table, f.pool, f.generation),
       "a removed pool is not live");
    is_int(slots_pool_add(&f.table, 1, 2, VERSION, 4, &again), f.pool,
           "the same key comes back to the same entry");
    ok(again != f.generation, "in another generation");
    ok(!slots_index_is(&f.table, f.pool, f.generation),
       "the old generation stays dead");
    fixture_worker(&f, 1);
    is_int(fixture_claim(&f, 1, &lease), 0,
           "and claims nothing of the new pool's workers");
    f.generation = again;
    is_int(fixture_claim(&f, 1, &lease), 1, "which the new one can");
    fixture_close(&f);
}

/* What a reader can find between the stores of index_add: a bucket that names a
 * live pool under a key that is not the pool's. */
static void test_half_written_bucket(void)
{
    fixture_t f;
    slots_bucket_t *bucket;
    fixture_open(&f, sizes);
    bucket = &f.table.index[2];
    atomic_store(&bucket->key_high, 42);
    is_int(find(&f, 42, 2), -1, "a bucket with a wrong key gives no pool");
    is_int(add(&f, 42, 2), 1, "the key can be added");
    is_int(find(&f, 42, 2), 1, "and is found");
    fixture_close(&f);
}

static void test_many_generations(void)
{
    fixture_t f;
    int wrong = 0, used = 0;
    fixture_open(&f, sizes);
    for (uint64_t key = 1; key <= 10000; key++) {
        uint64_t low = key * 0x9e3779b97f4a7c15u;
        int pool = add(&f, key, low);
        wrong += pool < 0 || find(&f, key, low) != pool;
        slots_pool_remove(&f.table, (uint32_t)pool);
        wrong += find(&f, key, low) != -1;
    }
    is_int(wrong, 0, "10 000 pools come and go");
    is_int(find(&f, 1, 2), f.pool, "the one that stays is still found");
    for (uint32_t i = 0; i < f.table.buckets; i++)
        used += atomic_load(&f.table.index[i].pool) != 0;
    ok(used <= 2, "and the index is not worn out");
    fixture_close(&f);
}

/* Every bucket and entry is filled with garbage. Any result is right except a
 * crash, a hang or a pool that is not live under the key. */
static void test_hostile_index(void)
{
    fixture_t f;
    int found = 0;
    fixture_open(&f, sizes);
    for (uint32_t i = 0; i < f.table.buckets; i++) {
        atomic_store(&f.table.index[i].key_high, 8);
        atomic_store(&f.table.index[i].key_low, 8);
        atomic_store(&f.table.index[i].pool, i % 2 ? UINT32_MAX : i + 1);
    }
    found = find(&f, 8, 8);
    is_int(found, -1, "a hostile index gives no pool of another key");
    is_int(find(&f, 9, 9), -1, "and ends the probing");
    is_int(add(&f, 8, 8), 1, "persistd writes over it");
    is_int(find(&f, 8, 8), 1, "and is right again");
    fixture_close(&f);
}

static void test_fail(void)
{
    fixture_t f;
    slots_pool_t *pool;
    slots_place_t place;
    slots_lease_t lease;
    fixture_open(&f, sizes);
    pool = &f.table.pools[f.pool];
    slots_queue_enter(&f.table, f.pool, 1, 10, 10, &place);
    fixture_try(&f, &place, &lease);
    slots_pool_fail(&f.table, f.pool, 3001, 12345);
    is_int(atomic_load(&pool->fault), 3001, "a failure is shown");
    is_int(atomic_load(&pool->retry_at), 12345, "with its time");
    is_int(atomic_load(&pool->failures), 1, "and counted");
    slots_queue_pause(&f.table, &place, SLOTS_SLICE_MS);
    ok(!place.slice_over, "the waiter is woken");
    slots_pool_recover(&f.table, f.pool);
    is_int(atomic_load(&pool->fault), 0, "recovery takes the fault away");
    is_int(atomic_load(&pool->failures), 1, "but not the count");
    fixture_close(&f);
}

/* Any process may have written the time. */
static void test_look(void)
{
    fixture_t f;
    fixture_open(&f, sizes);
    is_int(slots_pool_look_us(&f.table, f.pool), SLOTS_LOOK_MOST_US,
           "a new pool has the longest time until a look");
    slots_pool_look(&f.table, f.pool, 6000);
    is_int(slots_pool_look_us(&f.table, f.pool), 6000, "then persistd's");
    slots_pool_look(&f.table, f.pool, 1);
    is_int(slots_pool_look_us(&f.table, f.pool), SLOTS_LOOK_LEAST_US,
           "but not too short a one");
    slots_pool_look(&f.table, f.pool, UINT32_MAX);
    is_int(slots_pool_look_us(&f.table, f.pool), SLOTS_LOOK_MOST_US,
           "nor too long a one");
    slots_pool_remove(&f.table, f.pool);
    is_int(slots_pool_look_us(&f.table, (uint32_t)add(&f, 7, 7)),
           SLOTS_LOOK_MOST_US, "and the next pool has not its time");
    fixture_close(&f);
}

int main(void)
{
    test_find();
    test_collisions();
    test_rates();
    test_removal_race();
    test_half_written_bucket();
    test_many_generations();
    test_hostile_index();
    test_fail();
    test_look();
    return done_testing();
}
