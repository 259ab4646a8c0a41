/* SPDX-License-Identifier: Apache-2.0 */
/* pw_clock.h: the one clock that all deadlines and time-outs use. */

#ifndef PW_CLOCK_H
#define PW_CLOCK_H

#include <stdint.h>

/* Returns the time of CLOCK_MONOTONIC in microseconds. Async-signal-safe. */
int64_t pw_clock_us(void);

#endif /* PW_CLOCK_H */
