/* SPDX-License-Identifier: Apache-2.0 */
/* common_signals.h: what programs that we start find of signals. */

#ifndef COMMON_SIGNALS_H
#define COMMON_SIGNALS_H

/* Sets all signals to their default, also those that the C library keeps for
 * itself: what starts programs by posix_spawn(3), as persistd does, leaves
 * these ignored. Safe between fork(2) or vfork(2) and execve(2). */
void common_signals_default(void);

#endif /* COMMON_SIGNALS_H */
