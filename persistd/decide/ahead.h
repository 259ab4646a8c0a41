/* SPDX-License-Identifier: Apache-2.0 */
/* ahead.h: how many requests the workers of a pool get while they are busy with
 * another one. Pure.
 * Why: docs/decisions/requests-ahead.md */

#ifndef AHEAD_H
#define AHEAD_H

#include <stdint.h>

/* Requests that wait at a worker are so many that they begin within this time,
 * on average. Those that take longer themselves gain nothing by it. */
#define AHEAD_WAIT_US 10000
#define AHEAD_MOST 7 /* beside the one that runs */

/* A pool's requests are quick if one in so many takes at most so long. The
 * quickest show what the script itself needs: others waited for a processor. A
 * longer one gains little by being at a worker, and loses much if one before it
 * is slow. */
#define AHEAD_QUICK_US 250
#define AHEAD_QUICK_ONE_IN 10

/* A request that waits at a worker looks after so many times the mean whether
 * the worker gets on. Few of those before it take as long. */
#define AHEAD_LOOK_TIMES 6

/* Connections that a worker, or a child of httpd, has for its units at most:
 * half of the descriptors that a process usually may have. One request is ahead
 * with any number of them. */
#define AHEAD_CONNECTIONS 512

/* The last second of a pool. Zeroed at the start. */
typedef struct ahead {
    /* Of all requests ever served, when last measured. */
    uint64_t count, sum_us, quick;
    uint64_t mean_us; /* of the last ones, 1 at least; 0: nothing is known */
    int are_quick;    /* so are the last ones */
} ahead_t;

/* Measures the requests since the last call: so many were served in all, which
 * took so long in all, µs, and so many of them AHEAD_QUICK_US at most. Without
 * any in between the last result stays. */
void ahead_measure(ahead_t *ahead, uint64_t count, uint64_t sum_us,
                   uint64_t quick);

/* Returns how many requests a worker of the pool gets ahead, 0…AHEAD_MOST: none
 * unless requests are quick and the pool has enough workers
 * (together_enough()). Before that requests wait in the queue, where persistd
 * sees that a worker is missing.
 * ready: workers of the current version; enough: how many are. owners, workers:
 * how many children of httpd, and workers of all pools, there may be. */
uint32_t ahead_wanted(const ahead_t *ahead, uint32_t ready, uint32_t enough,
                      uint32_t owners, uint32_t workers);

/* Returns after how many microseconds a request that waits at a worker looks
 * whether that gets on (slots_pool_look()). 0: nothing is known. */
uint32_t ahead_look_us(const ahead_t *ahead);

#endif /* AHEAD_H */
