/* SPDX-License-Identifier: Apache-2.0 */
/* proc.h: figures of a process, from /proc. */

#ifndef CONFORM_PROC_H
#define CONFORM_PROC_H

#include <sys/types.h>

/* How many descriptors the process has open, or -1. */
int proc_descriptors(pid_t pid);
/* Its resident memory in KiB, or -1. */
long proc_memory_kib(pid_t pid);

#endif /* CONFORM_PROC_H */
