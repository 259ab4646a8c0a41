/* SPDX-License-Identifier: Apache-2.0 */
/* wall.c: CLOCK_REALTIME. */

#include "os/wall.h"

#include <time.h>

int64_t wall_now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}
