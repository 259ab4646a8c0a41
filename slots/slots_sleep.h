/* SPDX-License-Identifier: Apache-2.0 */
/* slots_sleep.h: what slots_futex.c needs from the system. */

#ifndef SLOTS_SLEEP_H
#define SLOTS_SLEEP_H

#include "common_system.h"

#include <stdatomic.h>
#include <stdint.h>

/* The only place that chooses the source: slots_sleep_linux.c, or
 * slots_sleep_poll.c for systems without futexes between processes. */
#ifdef COMMON_LINUX
#define SLOTS_SLEEP_FUTEX 1
#else
#define SLOTS_SLEEP_FUTEX 0
#endif

/* Sleeps while *word is `value`, for at most `us` microseconds (above 0).
 * Returns ETIMEDOUT, EINTR, or another value when woken or when the word has
 * another value. */
int slots_sleep(_Atomic uint32_t *word, uint32_t value, int64_t us);

/* Wakes every thread, of any process, that sleeps on the word. The caller has
 * changed its value before. */
void slots_rouse(_Atomic uint32_t *word);

#endif /* SLOTS_SLEEP_H */
