/* SPDX-License-Identifier: Apache-2.0 */
/* slots_chaos.c: every now and then another thread goes first, in the middle
 * of what is otherwise a few nanoseconds. */

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
