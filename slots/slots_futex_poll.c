/* SPDX-License-Identifier: Apache-2.0 */
/* slots_futex_poll.c: the plain POSIX way: look again after a short sleep.
 * A wake-up comes late by one step at most, and none can be lost. */

#include "slots_futex.h"

#if !SLOTS_FUTEX_LINUX

#include "slots_table.h"

#include <time.h>

#define STEP_US 1000

int slots_futex_wait(_Atomic uint32_t *word, uint32_t seen,
                     uint32_t milliseconds)
{
    const struct timespec step = {0, STEP_US * 1000};
    int64_t end = slots_now_us() + (int64_t)milliseconds * 1000;

    while (atomic_load(word) == seen) {
        if (slots_now_us() >= end)
            return 1;
        nanosleep(&step, NULL); /* a signal only makes the step shorter */
    }
    return 0;
}

void slots_futex_wake(_Atomic uint32_t *word)
{
    atomic_fetch_add(word, 1);
}

#endif
