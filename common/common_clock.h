/* SPDX-License-Identifier: Apache-2.0 */
/* common_clock.h: the clocks that all processes of an instance share.
 * Both functions are async-signal-safe. */

#ifndef COMMON_CLOCK_H
#define COMMON_CLOCK_H

#include <stdint.h>

/* Returns CLOCK_MONOTONIC in microseconds. Deadlines and every time in the
 * shared table are counted by this clock: it never jumps, and it reads the same
 * in all processes of a machine. */
int64_t common_now_us(void);

/* Returns CLOCK_REALTIME in microseconds since the epoch: the clock by which
 * file systems stamp files. */
int64_t common_wall_us(void);

#endif /* COMMON_CLOCK_H */
