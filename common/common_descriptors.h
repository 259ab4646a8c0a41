/* SPDX-License-Identifier: Apache-2.0 */
/* common_descriptors.h: closes what a program must not inherit, and
 * counts what a process has open. */

#ifndef COMMON_DESCRIPTORS_H
#define COMMON_DESCRIPTORS_H

#include <sys/types.h>

/* Closes all descriptors above `last`. For programs that our processes start:
 * a library may have opened descriptors without close-on-exec. Safe between
 * fork(2) and execve(2). */
void common_close_above(int last);

/* Returns how many descriptors the process has open, by /proc, or -1 if that
 * does not tell. For this process, one more: that of the look itself. */
int common_descriptors_count(pid_t pid);

#endif /* COMMON_DESCRIPTORS_H */
