/* SPDX-License-Identifier: Apache-2.0 */
/* slots_histogram.h: counts durations by order of magnitude. All accesses are
 * relaxed atomics: they order nothing, and a killed process loses one count at
 * most. */

#ifndef SLOTS_HISTOGRAM_H
#define SLOTS_HISTOGRAM_H

#include "slots_layout.h"

/* What a histogram held at one moment, private to the reader. */
typedef struct slots_tally {
    uint64_t count;  /* of all durations */
    uint64_t sum_us; /* microseconds, of all durations */
    uint64_t counts[SLOTS_BUCKETS];
} slots_tally_t;

/* Pure. Returns the longest duration, in microseconds, that this bucket counts:
 * 1, 2.5 and 5 of each power of ten from 100 us to 100 s; UINT64_MAX for the
 * last bucket. */
uint64_t slots_histogram_bound(uint32_t bucket);

/* Pure. Returns the bucket that counts a duration. */
uint32_t slots_histogram_bucket(uint64_t us);

/* Counts one duration. */
void slots_histogram_add(slots_histogram_t *histogram, uint64_t us);

/* Adds what the histogram holds to *tally. */
void slots_histogram_read(const slots_histogram_t *histogram,
                          slots_tally_t *tally);

/* Pure. Returns how many of the durations were in buckets that count no longer
 * one than this. */
uint64_t slots_tally_within(const slots_tally_t *tally, uint64_t us);

/* Moves everything that `from` has counted to `into`. A reader that reads both
 * between the two steps sees less than there is. */
void slots_histogram_move(slots_histogram_t *from, slots_histogram_t *into);

void slots_histogram_clear(slots_histogram_t *histogram);

#endif /* SLOTS_HISTOGRAM_H */
