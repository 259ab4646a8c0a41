/* SPDX-License-Identifier: Apache-2.0 */
/* slots_futex.h: sleeping on a word of shared memory.
 *
 * 31  30                                                                  0
 * | S | count of wake-ups, wraps                                         |
 *
 * S: somebody sleeps, or is about to. Who wakes takes it away, so that it costs
 * no system call to wake once more who has been woken and does not run yet. */

#ifndef SLOTS_FUTEX_H
#define SLOTS_FUTEX_H

#include <stdatomic.h>
#include <stdint.h>

/* Sleeps while *word counts what it did in `seen`, for milliseconds at most.
 * Signals do not end it. Returns 1 when the time ran out, 0 when woken or the
 * count had moved. */
int slots_futex_wait(_Atomic uint32_t *word, uint32_t seen,
                     uint32_t milliseconds);

/* Counts, and wakes every thread, of any process, that sleeps on the word. */
void slots_futex_wake(_Atomic uint32_t *word);

/* Somebody may have died in the middle of a wake-up: the next one wakes whoever
 * sleeps, whatever the word says. */
void slots_futex_doubt(_Atomic uint32_t *word);

#endif /* SLOTS_FUTEX_H */
