/* SPDX-License-Identifier: Apache-2.0 */
/* pace.h: how fast one pool may start workers, so that no script makes a storm
 * of processes: PACE_BURST at once, then one every PACE_EACH_US. Pure: every
 * time is given, CLOCK_MONOTONIC in microseconds. */

#ifndef PACE_H
#define PACE_H

#include <stdint.h>

#define PACE_BURST 32
#define PACE_EACH_US 31250

/* Starts zeroed. */
typedef struct pace {
    int64_t full_at; /* when the whole burst is to be had again */
} pace_t;

/* Workers that may be started now. */
uint32_t pace_left(const pace_t *pace, int64_t now);

/* One is started. */
void pace_take(pace_t *pace, int64_t now);

/* When there is one more than now. */
int64_t pace_next(const pace_t *pace, int64_t now);

#endif /* PACE_H */
