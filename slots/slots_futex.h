/* SPDX-License-Identifier: Apache-2.0 */
/* slots_futex.h: sleeping on a word of shared memory, which has no other use.
 * It is meant for one sleeper; several are all woken, and may wake each other.
 *
 * 31  30                                                                  0
 * | S | count, moves at each wake-up, wraps                              |
 *
 * S: somebody may sleep. Who has woken takes it away, so that it costs no
 * system call to wake once more who has been woken and does not run yet. */

#ifndef SLOTS_FUTEX_H
#define SLOTS_FUTEX_H

#include <stdatomic.h>
#include <stdint.h>

/* Sleeps, when *word is still `seen`, until woken, for milliseconds at most;
 * writes to the word. Signals do not end it. Returns 1 when the time ran out,
 * else 0. */
int slots_futex_wait(_Atomic uint32_t *word, uint32_t seen,
                     uint32_t milliseconds);

/* Moves the count, and wakes every thread, of any process, that sleeps on the
 * word. */
void slots_futex_wake(_Atomic uint32_t *word);

#endif /* SLOTS_FUTEX_H */
