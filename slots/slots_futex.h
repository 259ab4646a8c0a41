/* SPDX-License-Identifier: Apache-2.0 */
/* slots_futex.h: sleeping on a word of shared memory that has no other use. It
 * is meant for one sleeper. Several sleepers are all woken, and may wake each
 * other.
 *
 * 31  30                                                                  0
 * | S | count, moves at each wake-up, wraps                              |
 *
 * S: a thread may be asleep on the word. The waker clears S. Waking a thread
 * that is already woken but not yet running then costs no system call. */

#ifndef SLOTS_FUTEX_H
#define SLOTS_FUTEX_H

#include <stdatomic.h>
#include <stdint.h>

#define SLOTS_SLEEPS (1u << 31) /* S */

/* Sleeps until woken, for at most so many milliseconds; does not sleep when
 * *word is no longer `seen`. Writes to the word. Signals do not end the sleep.
 * Returns 1 when the time ran out, else 0. */
int slots_futex_wait(_Atomic uint32_t *word, uint32_t seen,
                     uint32_t milliseconds);

/* Moves the count, and wakes every thread, of any process, that sleeps on the
 * word. */
void slots_futex_wake(_Atomic uint32_t *word);

#endif /* SLOTS_FUTEX_H */
