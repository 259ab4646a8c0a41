/* SPDX-License-Identifier: Apache-2.0 */
/* proc.h: figures of a process, from /proc. */

#ifndef CONFORM_PROC_H
#define CONFORM_PROC_H

#include <sys/types.h>

/* The process's resident memory in KiB, or -1. */
long proc_memory_kib(pid_t pid);

#endif /* CONFORM_PROC_H */
