/* SPDX-License-Identifier: Apache-2.0 */
/* persist_clock.c: the one clock that deadlines are counted by. */

#include "persist_private.h"

#include <time.h>

int64_t persist_clock_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}
