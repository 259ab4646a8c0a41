/* SPDX-License-Identifier: Apache-2.0 */
/* ahead.h: whether the workers of a pool get one request while they are busy
 * with another one. Pure.
 * Why: docs/decisions/one-request-ahead.md */

#ifndef AHEAD_H
#define AHEAD_H

#include <stdint.h>

/* Requests that take longer, on average, gain nothing. */
#define AHEAD_MEAN_US 10000

/* The last second of a pool. Zeroed at the start. */
typedef struct ahead {
    uint64_t count,
        sum_us;    /* of all requests ever served, when last measured */
    int are_short; /* its requests are short */
} ahead_t;

/* Measures the requests since the last call: so many were served in all, which
 * took so long in all, µs. Without any in between the last result stays. */
void ahead_measure(ahead_t *ahead, uint64_t count, uint64_t sum_us);

/* True if the pool's workers get a request ahead: its requests are short, and
 * it has all its workers. Before that requests wait in the queue, where
 * persistd sees that a worker is missing. ready: of the current version. */
int ahead_is_wanted(const ahead_t *ahead, uint32_t ready, uint32_t max);

#endif /* AHEAD_H */
