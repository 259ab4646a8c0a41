/* SPDX-License-Identifier: Apache-2.0 */
/* slots_sleep_poll.c: plain POSIX sleeping: checks the word again after each
 * short sleep. A wake-up comes late by one step at most, and none can be lost.
 */

#include "slots_sleep.h"

#if !SLOTS_SLEEP_FUTEX

#include "common_clock.h"
#include "slots_table.h"

#include <errno.h>
#include <time.h>

#define STEP_US 1000

int slots_sleep(_Atomic uint32_t *word, uint32_t value, int64_t us)
{
    const struct timespec step = {0, STEP_US * 1000};
    int64_t end = common_now_us() + us;
    while (atomic_load(word) == value) {
        if (common_now_us() >= end)
            return ETIMEDOUT;
        nanosleep(&step, NULL); /* a signal only makes the step shorter */
    }
    return 0;
}

void slots_rouse(_Atomic uint32_t *word)
{
    (void)word; /* the sleeper polls the word */
}

#endif
