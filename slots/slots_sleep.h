/* SPDX-License-Identifier: Apache-2.0 */
/* slots_sleep.h: what slots_futex.c needs of the system. */

#ifndef SLOTS_SLEEP_H
#define SLOTS_SLEEP_H

#include <stdatomic.h>
#include <stdint.h>

/* The one place that chooses: slots_sleep_linux.c, or slots_sleep_poll.c for
 * systems without futexes between processes. */
#if defined(__linux__) && !defined(SLOTS_SLEEP_POLL)
#define SLOTS_SLEEP_FUTEX 1
#else
#define SLOTS_SLEEP_FUTEX 0
#endif

/* Sleeps while *word is `value`, for us at most (above 0). Returns ETIMEDOUT,
 * EINTR, or something else when roused or when the word is another. */
int slots_sleep(_Atomic uint32_t *word, uint32_t value, int64_t us);

/* Rouses every thread, of any process, that sleeps on the word; its value has
 * changed before. */
void slots_rouse(_Atomic uint32_t *word);

#endif /* SLOTS_SLEEP_H */
