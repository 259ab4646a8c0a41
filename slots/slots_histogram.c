/* SPDX-License-Identifier: Apache-2.0 */
/* slots_histogram.c: counts durations by order of magnitude. */

#include "slots_histogram.h"

#define RELAXED memory_order_relaxed

uint64_t slots_histogram_bound(uint32_t bucket)
{
    static const uint64_t bounds[SLOTS_BUCKETS - 1] = {
        100,     250,      500,      1000,     2500,     5000,    10000,
        25000,   50000,    100000,   250000,   500000,   1000000, 2500000,
        5000000, 10000000, 25000000, 50000000, 100000000};
    return bucket < SLOTS_BUCKETS - 1 ? bounds[bucket] : UINT64_MAX;
}

uint32_t slots_histogram_bucket(uint64_t us)
{
    uint32_t bucket = 0;
    while (us > slots_histogram_bound(bucket))
        bucket++;
    return bucket;
}

static void add(_Atomic uint64_t *counter, uint64_t value)
{
    atomic_fetch_add_explicit(counter, value, RELAXED);
}

void slots_histogram_add(slots_histogram_t *histogram, uint64_t us)
{
    add(&histogram->sum_us, us);
    add(&histogram->counts[slots_histogram_bucket(us)], 1);
}

void slots_histogram_read(const slots_histogram_t *histogram,
                          slots_tally_t *tally)
{
    tally->sum_us += atomic_load_explicit(&histogram->sum_us, RELAXED);
    for (uint32_t i = 0; i < SLOTS_BUCKETS; i++) {
        uint64_t count = atomic_load_explicit(&histogram->counts[i], RELAXED);
        tally->counts[i] += count;
        tally->count += count;
    }
}

uint64_t slots_tally_within(const slots_tally_t *tally, uint64_t us)
{
    uint64_t count = 0;
    for (uint32_t i = 0; slots_histogram_bound(i) <= us && i < SLOTS_BUCKETS;
         i++)
        count += tally->counts[i];
    return count;
}

static void move(_Atomic uint64_t *from, _Atomic uint64_t *into)
{
    add(into, atomic_exchange_explicit(from, 0, RELAXED));
}

void slots_histogram_move(slots_histogram_t *from, slots_histogram_t *into)
{
    move(&from->sum_us, &into->sum_us);
    for (uint32_t i = 0; i < SLOTS_BUCKETS; i++)
        move(&from->counts[i], &into->counts[i]);
}

void slots_histogram_clear(slots_histogram_t *histogram)
{
    atomic_store_explicit(&histogram->sum_us, 0, RELAXED);
    for (uint32_t i = 0; i < SLOTS_BUCKETS; i++)
        atomic_store_explicit(&histogram->counts[i], 0, RELAXED);
}
