/* SPDX-License-Identifier: Apache-2.0 */
/* slots_futex.c: who sleeps sets S in a step from the word that it has seen,
 * and who wakes moves the count and looks at S in one step. So either the
 * sleeper is seen, or it fails and does not fall asleep.
 *
 * S is taken away after the system call, not before: who dies or is stopped in
 * between leaves a word that the next one wakes on, too. */

#include "slots_futex.h"
#include "slots_private.h"
#include "slots_sleep.h"

#include <errno.h>

#define SLEEPS (1u << 31)

/* Returns 0 when the word is not `seen` any more. An S that is there already
 * may be about to be taken away by who has woken us: a new count saves ours. */
static int announce(_Atomic uint32_t *word, uint32_t seen, uint32_t *asleep)
{
    *asleep = (seen & SLEEPS ? seen + 1 : seen) | SLEEPS;
    return atomic_compare_exchange_strong(word, &seen, *asleep);
}

int slots_futex_wait(_Atomic uint32_t *word, uint32_t seen,
                     uint32_t milliseconds)
{
    int64_t now = slots_now_us();
    int64_t end = now + (int64_t)milliseconds * 1000;
    uint32_t asleep;
    if (!announce(word, seen, &asleep))
        return 0;
    for (; now < end; now = slots_now_us()) {
        int error = slots_sleep(word, asleep, end - now);
        if (error != EINTR)
            return error == ETIMEDOUT;
    }
    return atomic_load(word) == asleep;
}

/* Moves the count. Returns 1 with *counted, the word as it is then; or 0 when
 * others change it all the time, as only a hostile writer does. */
static int move_count(_Atomic uint32_t *word, uint32_t *counted)
{
    uint32_t was = atomic_load(word);
    for (int tries = 0; tries < SLOTS_TRIES; tries++) {
        *counted = (was & SLEEPS) | ((was + 1) & ~SLEEPS);
        if (atomic_compare_exchange_strong(word, &was, *counted))
            return 1;
    }
    return 0;
}

/* The last step fails when somebody sleeps again, or has woken after us. */
void slots_futex_wake(_Atomic uint32_t *word)
{
    uint32_t counted;
    int moved = move_count(word, &counted);
    if (moved && !(counted & SLEEPS))
        return;
    slots_rouse(word);
    if (moved)
        atomic_compare_exchange_strong(word, &counted, counted & ~SLEEPS);
}
