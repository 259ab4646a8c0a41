/* SPDX-License-Identifier: Apache-2.0 */
/* rate.h: how much one pool may write into the error log. Pure. */

#ifndef RATE_H
#define RATE_H

#include <stddef.h>
#include <stdint.h>

#define RATE_BYTES (256u << 10) /* in each period, as written: escaped */
#define RATE_PERIOD_US 1000000

/* Starts zeroed. */
typedef struct rate {
    int64_t since; /* µs: when this period began */
    size_t bytes;
    uint32_t dropped; /* lines since the last one that was let through */
} rate_t;

/* One line at `now` (µs). Returns 1 when it may be written, 0 when not.
 * *dropped is the number of lines that were held back before this one and have
 * not been told of. */
int rate_allow(rate_t *rate, int64_t now, uint32_t *dropped);

/* The line has been written, and took so many bytes. */
void rate_charge(rate_t *rate, size_t bytes);

#endif /* RATE_H */
