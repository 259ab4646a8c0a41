/* SPDX-License-Identifier: Apache-2.0 */
/* common_clock.c: reads the system's clocks in microseconds. */

#include "common_clock.h"

#include <time.h>

static int64_t read_us(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

int64_t common_now_us(void)
{
    return read_us(CLOCK_MONOTONIC);
}

int64_t common_wall_us(void)
{
    return read_us(CLOCK_REALTIME);
}
