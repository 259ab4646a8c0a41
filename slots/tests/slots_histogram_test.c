/* SPDX-License-Identifier: Apache-2.0 */
/* slots_histogram_test.c: which bucket counts which duration. */

#include "slots_histogram.h"

#include "tap.h"

static void test_buckets(void)
{
    int right = 1, rising = 1;
    for (uint32_t i = 0; i + 1 < SLOTS_BUCKETS; i++) {
        uint64_t bound = slots_histogram_bound(i);
        right &= slots_histogram_bucket(bound) == i &&
                 slots_histogram_bucket(bound + 1) == i + 1;
        rising &= bound < slots_histogram_bound(i + 1);
    }
    ok(right, "a bound belongs to its own bucket, what is above to the next");
    ok(rising, "bounds rise");
    is_int(slots_histogram_bucket(0), 0, "nothing is in the first");
    is_int(slots_histogram_bucket(UINT64_MAX), SLOTS_BUCKETS - 1,
           "and everything finds its place");
    is_int(slots_histogram_bound(0), 100, "the first is 100 us");
    is_int(slots_histogram_bound(SLOTS_BUCKETS - 2), 100000000,
           "the last but one 100 s");
}

static void test_counts(void)
{
    slots_histogram_t from = {0}, into = {0};
    slots_tally_t tally = {0};
    slots_histogram_add(&from, 90);
    slots_histogram_add(&from, 260);
    slots_histogram_add(&into, 270);
    slots_histogram_move(&from, &into);
    slots_histogram_read(&from, &tally);
    is_int(tally.count, 0, "what was moved is gone here");
    slots_histogram_read(&into, &tally);
    ok(tally.count == 3 && tally.sum_us == 620, "and there");
    ok(tally.counts[0] == 1 && tally.counts[2] == 2, "bucket by bucket");
    slots_histogram_clear(&into);
    tally = (slots_tally_t){0};
    slots_histogram_read(&into, &tally);
    ok(tally.count == 0 && tally.sum_us == 0, "cleared");
}

int main(void)
{
    test_buckets();
    test_counts();
    return done_testing();
}
