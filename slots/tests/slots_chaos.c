/* SPDX-License-Identifier: Apache-2.0 */
/* slots_chaos.c: now and then lets another thread run first, in the middle of
 * code that otherwise takes a few nanoseconds. */

#include "slots_crowd.h"

#include <sched.h>

#define ONE_IN 128u

void slots_chaos(void)
{
    static _Thread_local uint64_t random;
    if (random == 0)
        random = (uint64_t)(uintptr_t)&random | 1;
    if (crowd_random(&random) % ONE_IN == 0)
        sched_yield();
}
