/* SPDX-License-Identifier: Apache-2.0 */
/* slots_futex.c: who sleeps says so in the word before, and who wakes moves the
 * count before it looks for sleepers. So either the sleeper is seen, or it sees
 * that the count has moved and does not fall asleep. */

#include "slots_futex.h"
#include "slots_private.h"
#include "slots_sleep.h"

#include <errno.h>

#define SLEEPS (1u << 31)

/* Returns 0 when the count has moved. A sleeper whose time ran out may have
 * left its mark. */
static int announce(_Atomic uint32_t *word, uint32_t asleep)
{
    uint32_t now = asleep & ~SLEEPS;

    return atomic_compare_exchange_strong(word, &now, asleep) || now == asleep;
}

int slots_futex_wait(_Atomic uint32_t *word, uint32_t seen,
                     uint32_t milliseconds)
{
    uint32_t asleep = seen | SLEEPS;
    int64_t now = slots_now_us();
    int64_t end = now + (int64_t)milliseconds * 1000;

    if (!announce(word, asleep))
        return 0;
    for (; now < end; now = slots_now_us()) {
        int error = slots_sleep(word, asleep, end - now);
        if (error != EINTR)
            return error == ETIMEDOUT;
    }
    return atomic_load(word) == asleep;
}

/* Moves the count and takes the mark away. Returns true when it was there; also
 * when others change the word all the time, as only a hostile writer does. */
static int count_on(_Atomic uint32_t *word)
{
    uint32_t was = atomic_load(word);

    for (int tries = 0; tries < SLOTS_TRIES; tries++)
        if (atomic_compare_exchange_strong(word, &was, (was + 1) & ~SLEEPS))
            return (was & SLEEPS) != 0;
    return 1;
}

void slots_futex_wake(_Atomic uint32_t *word)
{
    if (count_on(word))
        slots_rouse(word);
}

void slots_futex_doubt(_Atomic uint32_t *word)
{
    atomic_fetch_or(word, SLEEPS);
}
