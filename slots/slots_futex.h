/* SPDX-License-Identifier: Apache-2.0 */
/* slots_futex.h: sleeping on a word of shared memory. */

#ifndef SLOTS_FUTEX_H
#define SLOTS_FUTEX_H

#include <stdint.h>

/* The one place that chooses: slots_futex_linux.c, or slots_futex_poll.c for
 * systems without futexes between processes. */
#if defined(__linux__) && !defined(SLOTS_FUTEX_POLL)
#define SLOTS_FUTEX_LINUX 1
#else
#define SLOTS_FUTEX_LINUX 0
#endif

/* Sleeps while *word is `seen`, for milliseconds at most. Signals do not end
 * it. Returns 1 when the time ran out, 0 when woken or *word had changed. */
int slots_futex_wait(_Atomic uint32_t *word, uint32_t seen,
                     uint32_t milliseconds);

/* Adds 1 and wakes every thread, of any process, that sleeps on the word. */
void slots_futex_wake(_Atomic uint32_t *word);

#endif /* SLOTS_FUTEX_H */
