/* SPDX-License-Identifier: Apache-2.0 */
/* rate.h: how many lines one pool may write into the error log. Pure. */

#ifndef RATE_H
#define RATE_H

#include <stdint.h>

#define RATE_LINES 1000u /* in each period */
#define RATE_PERIOD_US 1000000

/* Starts zeroed. */
typedef struct rate {
    int64_t since; /* µs: when this period began */
    uint32_t lines;
    uint32_t dropped; /* since the last line that was let through */
} rate_t;

/* One line at `now` (µs). Returns 1 when it may be written, 0 when not.
 * *dropped is the number of lines that were held back before this one and have
 * not been told of. */
int rate_allow(rate_t *rate, int64_t now, uint32_t *dropped);

#endif /* RATE_H */
