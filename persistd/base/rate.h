/* SPDX-License-Identifier: Apache-2.0 */
/* rate.h: limits how much one pool may write to the error log. Pure. */

#ifndef RATE_H
#define RATE_H

#include <stddef.h>
#include <stdint.h>

#define RATE_BYTES (256u << 10) /* in each period, counted after escaping */
#define RATE_PERIOD_US 1000000

/* Zeroed at the start. */
typedef struct rate {
    int64_t since; /* µs: start of the current period */
    size_t bytes;
    uint32_t dropped; /* dropped lines that have not been reported */
} rate_t;

/* Asks for one line at `now` (µs). Returns 1 if it may be written, else 0.
 * *dropped is the number of lines that were dropped before this one and have
 * not been reported yet. */
int rate_allow(rate_t *rate, int64_t now, uint32_t *dropped);

/* Returns how many lines were dropped in a period that is over, and have not
 * been reported yet. They count as reported now. */
uint32_t rate_unreported(rate_t *rate, int64_t now);

/* Charges a line that was written, with its size in the log. */
void rate_charge(rate_t *rate, size_t bytes);

#endif /* RATE_H */
