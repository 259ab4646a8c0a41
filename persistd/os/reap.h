/* SPDX-License-Identifier: Apache-2.0 */
/* reap.h: the ends of our children. */

#ifndef REAP_H
#define REAP_H

#include <sys/types.h>

#define REAP_UNKNOWN (-1) /* not our child: its parent was told */
#define REAP_TEXT_SIZE 64u

/* Reaps a child that has ended. Returns its status as waitpid tells it, or
 * REAP_UNKNOWN. */
int reap_child(pid_t pid);

/* "ended with status 3", "was killed by signal 11 (Segmentation fault)"; in
 * the given text. */
const char *reap_text(char text[REAP_TEXT_SIZE], int status);

/* True for an end by a signal that a process gets from others: from the kernel
 * when memory is short, from an administrator. Those that it brings upon itself
 * (SIGSEGV, SIGABRT, a limit) are its own failure. */
int reap_was_killed(int status);

#endif /* REAP_H */
