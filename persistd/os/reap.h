/* SPDX-License-Identifier: Apache-2.0 */
/* reap.h: the exit status of our children. */

#ifndef REAP_H
#define REAP_H

#include <sys/types.h>

#define REAP_UNKNOWN (-1) /* not our child, so its parent has the status */
#define REAP_TEXT_SIZE 64u

/* Reaps a child that has ended. Returns its status as from waitpid, or
 * REAP_UNKNOWN. */
int reap_child(pid_t pid);

/* Describes the status in the given text: "ended with status 3", or "was killed
 * by signal 11 (Segmentation fault)". */
const char *reap_text(char text[REAP_TEXT_SIZE], int status);

/* True if the process was ended by a signal that comes from outside: from the
 * kernel when memory is short, or from an administrator. Signals that a process
 * causes itself (SIGSEGV, SIGABRT, a limit) count as its own failure. */
int reap_was_killed(int status);

#endif /* REAP_H */
