/* SPDX-License-Identifier: Apache-2.0 */
/* pw_clock.c: the one clock of all deadlines. */

#include "pw_clock.h"

#include <time.h>

int64_t pw_clock_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}
