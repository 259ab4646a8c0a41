/* SPDX-License-Identifier: Apache-2.0 */
/* slots_stats_test.c: counters and Retry-After. */

#include "slots_fixture.h"
#include "slots_histogram.h"
#include "slots_slot.h"
#include "slots_stats.h"

static void test_counters(void)
{
    fixture_t f;
    slots_pool_t *pool;
    slots_tally_t tally;
    uint32_t slot;
    fixture_open(&f, (slots_sizes_t){1, 2, 1});
    pool = &f.table.pools[f.pool];
    slot = fixture_worker(&f, 1);
    is_int(slots_stats_mean_us(&f.table, f.pool), 0, "no request, no mean");
    slots_stats_served(&f.table, slot, 100);
    slots_stats_served(&f.table, slot, 300);
    slots_stats_queued(&f.table, f.pool, 50);
    slots_stats_refused(&f.table, f.pool);
    slots_stats_failed(&f.table, f.pool);
    is_int(slots_stats_mean_us(&f.table, f.pool), 200, "the mean");
    slots_stats_service(&f.table, f.pool, &tally);
    ok(tally.count == 2 && tally.sum_us == 400, "requests");
    slots_stats_wait(&f.table, f.pool, &tally);
    ok(tally.count == 1 && tally.sum_us == 50, "time in the queue");
    is_int(atomic_load(&pool->refused), 1, "refused");
    is_int(atomic_load(&pool->failed), 1, "failed");
    fixture_close(&f);
}

static void test_last_request(void)
{
    fixture_t f;
    _Atomic int64_t *last;
    int64_t then;
    fixture_open(&f, (slots_sizes_t){1, 1, 1});
    last = &f.table.pools[f.pool].last_request;
    then = atomic_load(last);
    slots_stats_claimed(&f.table, f.pool, then + SLOTS_CLAIMED_US - 1);
    is_int(atomic_load(last), then,
           "a claim soon after another writes nothing");
    slots_stats_claimed(&f.table, f.pool, then + SLOTS_CLAIMED_US);
    is_int(atomic_load(last), then + SLOTS_CLAIMED_US, "a later one does");
    slots_stats_claimed(&f.table, f.pool, then + 1);
    is_int(atomic_load(last), then + SLOTS_CLAIMED_US,
           "one that another thread has overtaken does not");
    atomic_store(last, INT64_MAX);
    slots_stats_claimed(&f.table, f.pool, then);
    is_int(atomic_load(last), then, "a time that can't be is put right");
    atomic_store(last, INT64_MIN);
    slots_stats_claimed(&f.table, f.pool, then);
    is_int(atomic_load(last), then, "be it ahead or behind");
    fixture_close(&f);
}

/* The requests that a worker has served are not lost with it, and do not count
 * for the next worker. */
static void test_worker_gone(void)
{
    fixture_t f;
    slots_tally_t tally;
    uint32_t slot;
    fixture_open(&f, (slots_sizes_t){1, 1, 1});
    slot = fixture_worker(&f, 1);
    slots_stats_served(&f.table, slot, 100);
    slots_slot_clear(&f.table, slot);
    slots_stats_service(&f.table, f.pool, &tally);
    is_int(tally.count, 1, "a worker's requests outlive it");
    slot = fixture_worker(&f, 1);
    slots_stats_served(&f.table, slot, 300);
    slots_stats_service(&f.table, f.pool, &tally);
    ok(tally.count == 2 && tally.sum_us == 400, "the next one's are added");
    fixture_close(&f);
}

/* Indexes that point out of the table. */
static void test_hostile(void)
{
    fixture_t f;
    slots_tally_t tally;
    fixture_open(&f, (slots_sizes_t){1, 1, 1});
    fixture_worker(&f, 1);
    atomic_store(&f.table.pools[f.pool].slot_count, UINT32_MAX);
    for (uint32_t n = 1; n < SLOTS_POOL_SLOTS; n++)
        atomic_store(&f.table.pools[f.pool].slots[n], UINT32_MAX);
    slots_stats_service(&f.table, f.pool, &tally);
    is_int(tally.count, 0, "hostile counts are cut to the table's sizes");
    fixture_close(&f);
}

static void test_retry_after(void)
{
    is_int(slots_stats_retry_after(0, 1, 0), 1, "at least a second");
    is_int(slots_stats_retry_after(0, 1, 2000000), 2, "one service time");
    is_int(slots_stats_retry_after(9, 1, 1000000), 10, "behind nine others");
    is_int(slots_stats_retry_after(9, 10, 1000000), 1, "ten at a time");
    is_int(slots_stats_retry_after(10, 10, 1500000), 3, "rounded up");
    is_int(slots_stats_retry_after(100, 0, 1000000), 101, "no unit is as one");
    is_int(slots_stats_retry_after(UINT32_MAX, 1, UINT64_MAX), SLOTS_RETRY_MAX,
           "never longer than the longest");
    is_int(slots_stats_retry_after(UINT32_MAX, 0, 1), SLOTS_RETRY_MAX,
           "however it comes about");
}

int main(void)
{
    test_counters();
    test_last_request();
    test_worker_gone();
    test_hostile();
    test_retry_after();
    return done_testing();
}
