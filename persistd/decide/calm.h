/* SPDX-License-Identifier: Apache-2.0 */
/* calm.h: whether processors have time to spare. Pure.
 * Why: docs/decisions/an-answer-does-not-preempt-its-worker.md */

#ifndef CALM_H
#define CALM_H

#include <stdint.h>

/* They have while they are idle for so much of their time, in thousandths: to
 * begin with, and then. */
#define CALM_BEGINS 250
#define CALM_GOES_ON 150

/* The last second of the processors. Zeroed at the start. */
typedef struct calm {
    int64_t at; /* µs: when they were measured last; 0: never */
    int64_t idle_us;
    int is_calm;
} calm_t;

/* Measures the time since the last call, of at least some milliseconds.
 * now: µs. idle_us: for how long the processors, so many, have been idle since
 * the machine was started, µs; negative if the system does not say. Returns 1
 * if they have time to spare, else 0; 0 if that is not known. */
int calm_measure(calm_t *calm, int64_t now, int64_t idle_us,
                 uint32_t processors);

#endif /* CALM_H */
