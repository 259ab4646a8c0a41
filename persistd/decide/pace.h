/* SPDX-License-Identifier: Apache-2.0 */
/* pace.h: limits how fast one pool starts workers, so that no script causes a
 * storm of processes: PACE_BURST at once, then one every PACE_EACH_US. Pure:
 * times are given, CLOCK_MONOTONIC in µs. */

#ifndef PACE_H
#define PACE_H

#include <stdint.h>

#define PACE_BURST 32
#define PACE_EACH_US 31250

/* Zeroed at the start. */
typedef struct pace {
    int64_t full_at; /* when the bucket is full again */
} pace_t;

/* Workers that may be started now. */
uint32_t pace_left(const pace_t *pace, int64_t now);

/* Takes one start. */
void pace_take(pace_t *pace, int64_t now);

/* When one more start than now is allowed. */
int64_t pace_next(const pace_t *pace, int64_t now);

#endif /* PACE_H */
