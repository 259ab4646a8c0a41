/* SPDX-License-Identifier: Apache-2.0 */
/* slots_waiting.h: the word by which a child says how many of its requests
 * wait.
 *
 * 63                                           16 15                    0
 * | milliseconds, CLOCK_MONOTONIC                | number of requests     |
 *
 * 0: none waits. A child writes it from a count of its own, again and again
 * while requests wait. A number that somebody else has written counts for a few
 * seconds only, also if the child is idle and has no thread that could write.
 */

#ifndef SLOTS_WAITING_H
#define SLOTS_WAITING_H

#include <stdint.h>

/* How long the number counts. Who waits writes it again before. */
#define SLOTS_WAITING_US 4000000u
/* How far ahead of the reader's clock the time may be: the reader has read its
 * clock before the word. */
#define SLOTS_WAITING_AHEAD_US 500000u

static inline uint64_t slots_waiting_pack(uint32_t count, int64_t now)
{
    uint64_t requests = count < UINT16_MAX ? count : UINT16_MAX;
    return count ? (uint64_t)now / 1000 << 16 | requests : 0;
}

/* Returns the number that counts at this time. */
static inline uint32_t slots_waiting_count(uint64_t word, int64_t now)
{
    uint64_t ahead = SLOTS_WAITING_AHEAD_US / 1000;
    uint64_t age = (uint64_t)now / 1000 + ahead - (word >> 16);
    return age <= SLOTS_WAITING_US / 1000 + ahead ? word & UINT16_MAX : 0;
}

#endif /* SLOTS_WAITING_H */
