/* SPDX-License-Identifier: Apache-2.0 */
/* stats_test.c: counters and Retry-After. */

#include "slots_fixture.h"
#include "slots_stats.h"

static void test_counters(void)
{
    fixture_t f;
    slots_pool_t *pool;
    int64_t before = slots_now_us();

    fixture_open(&f, (slots_sizes_t){1, 1, 1});
    pool = &f.table.pools[f.pool];
    is_int(slots_stats_mean_us(&f.table, f.pool), 0, "no request, no mean");
    slots_stats_claimed(&f.table, f.pool);
    slots_stats_served(&f.table, f.pool, 100);
    slots_stats_served(&f.table, f.pool, 300);
    slots_stats_queued(&f.table, f.pool, 50);
    slots_stats_refused(&f.table, f.pool);
    slots_stats_failed(&f.table, f.pool);
    is_int(slots_stats_mean_us(&f.table, f.pool), 200, "the mean");
    is_int(atomic_load(&pool->requests), 2, "requests");
    is_int(atomic_load(&pool->queued), 1, "queued");
    is_int(atomic_load(&pool->queue_us), 50, "time in the queue");
    is_int(atomic_load(&pool->refused), 1, "refused");
    is_int(atomic_load(&pool->failed), 1, "failed");
    ok(atomic_load(&pool->last_request) >= before, "time of the last request");
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
    test_retry_after();
    return done_testing();
}
