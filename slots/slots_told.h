/* SPDX-License-Identifier: Apache-2.0 */
/* slots_told.h: what workers have told of their requests: whether they slept in
 * them. All accesses are relaxed atomics, as those of slots_histogram.h. */

#ifndef SLOTS_TOLD_H
#define SLOTS_TOLD_H

#include "slots_layout.h"

/* What was told up to one moment, private to the reader. */
typedef struct slots_told_sums {
    uint64_t requests;
    uint64_t us;       /* what they took in all */
    uint64_t slept_us; /* what those took in which workers slept */
} slots_told_sums_t;

/* Counts a request that took so long. */
void slots_told_add(slots_told_t *told, int slept, uint64_t us);

/* Adds what was told to *sums. */
void slots_told_read(const slots_told_t *told, slots_told_sums_t *sums);

/* Moves everything from `from` to `into`, as slots_histogram_move(). */
void slots_told_move(slots_told_t *from, slots_told_t *into);

void slots_told_clear(slots_told_t *told);

#endif /* SLOTS_TOLD_H */
