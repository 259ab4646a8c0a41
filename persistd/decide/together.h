/* SPDX-License-Identifier: Apache-2.0 */
/* together.h: how many workers of a pool run at a time. Pure.
 * Why: docs/decisions/as-many-workers-as-processors.md */

#ifndef TOGETHER_H
#define TOGETHER_H

#include <stdint.h>

/* Requests are judged when workers have told of so many more. */
#define TOGETHER_TOLD 16

/* A worker that sleeps in a request waits for something else than a processor.
 * A pool computes while such requests take at most so much of the time of all,
 * in thousandths: to begin with, and then. */
#define TOGETHER_BEGINS 50
#define TOGETHER_GOES_ON 100

/* What workers have told of a pool's requests. Zeroed at the start. */
typedef struct together {
    uint64_t told, told_us, slept_us; /* when they were judged last */
    int judged;                       /* 1: share is known */
    uint32_t share; /* of the time, in thousandths; half of it is the last
                       judgement, a quarter the one before, and so on */
    int computes;
} together_t;

/* Judges the requests since the last time. In all, workers have told of so many
 * requests; those took so long, and those in which they slept. While they are
 * few the last result stays. */
void together_measure(together_t *together, uint64_t told, uint64_t told_us,
                      uint64_t slept_us);

/* Returns how many workers are busy before further requests wait for them
 * although others are idle; 0: none waits. A pool that computes gains nothing
 * by more of them than there are processors (0: unknown).
 * ready: workers of the current version. */
uint32_t together_wanted(const together_t *together, uint32_t ready,
                         uint32_t processors);

/* Returns how many workers, max at most, the pool needs until they have all the
 * requests that they may have. Others may end when they have been idle. */
uint32_t together_enough(const together_t *together, uint32_t max,
                         uint32_t processors);

#endif /* TOGETHER_H */
