/* SPDX-License-Identifier: Apache-2.0 */
/* common_memory.h: how much memory a process has of its own. */

#ifndef COMMON_MEMORY_H
#define COMMON_MEMORY_H

#include <stdint.h>
#include <sys/types.h>

/* Sets *bytes to the private memory of a process, in RAM or swapped out: what
 * it has allocated or changed. Mapped code and files do not count. Pages shared
 * with the process that it was forked from do. Returns 0, or -1 with errno
 * (ENOENT: it is gone; ENOSYS: the system does not report it). */
int common_memory(pid_t pid, uint64_t *bytes);

#endif /* COMMON_MEMORY_H */
