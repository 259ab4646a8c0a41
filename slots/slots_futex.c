/* SPDX-License-Identifier: Apache-2.0 */
/* slots_futex.c: the sleeper sets S in one step from the word that it has read,
 * and the waker moves the count and reads S in one step. So either the waker
 * sees the sleeper, or the sleeper's step fails and it does not fall asleep.
 *
 * The waker clears S after the system call, not before. A waker that dies or is
 * stopped in between leaves S set, and the next waker makes the call. */

#include "slots_futex.h"
#include "common_clock.h"
#include "slots_private.h"
#include "slots_sleep.h"

#include <errno.h>

/* Returns 0 when the word is not `seen` any more. If S is already set, the
 * waker that woke us may be about to clear it. Moving the count makes that
 * waker's step fail and so keeps our S. */
static int announce(_Atomic uint32_t *word, uint32_t seen, uint32_t *asleep)
{
    *asleep = (seen & SLOTS_SLEEPS ? seen + 1 : seen) | SLOTS_SLEEPS;
    return atomic_compare_exchange_strong(word, &seen, *asleep);
}

int slots_futex_wait(_Atomic uint32_t *word, uint32_t seen,
                     uint32_t milliseconds)
{
    int64_t now = common_now_us();
    int64_t end = now + (int64_t)milliseconds * 1000;
    uint32_t asleep;
    if (!announce(word, seen, &asleep))
        return 0;
    for (; now < end; now = common_now_us()) {
        int error = slots_sleep(word, asleep, end - now);
        if (error != EINTR)
            return error == ETIMEDOUT;
    }
    return atomic_load(word) == asleep;
}

/* Moves the count. Returns 1 with *counted set to the new word; or 0 when other
 * processes change the word all the time, as only a hostile writer does. */
static int move_count(_Atomic uint32_t *word, uint32_t *counted)
{
    uint32_t was = atomic_load(word);
    for (int tries = 0; tries < SLOTS_TRIES; tries++) {
        *counted = (was & SLOTS_SLEEPS) | ((was + 1) & ~SLOTS_SLEEPS);
        if (atomic_compare_exchange_strong(word, &was, *counted))
            return 1;
    }
    return 0;
}

/* The last step fails when another thread has gone to sleep on the word or has
 * woken it after us. */
void slots_futex_wake(_Atomic uint32_t *word)
{
    uint32_t counted;
    int moved = move_count(word, &counted);
    if (moved && !(counted & SLOTS_SLEEPS))
        return;
    slots_rouse(word);
    if (moved)
        atomic_compare_exchange_strong(word, &counted, counted & ~SLOTS_SLEEPS);
}
