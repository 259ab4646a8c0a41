/* SPDX-License-Identifier: Apache-2.0 */
/* process.h: what the kernel says about other processes, where each system
 * has its own way. process_linux.c and process_posix.c do the same. */

#ifndef PROCESS_H
#define PROCESS_H

#include <stdint.h>
#include <sys/types.h>

/* Who made or listens on the other end of a Unix socket. *pid is 0 where the
 * system does not tell. Returns 0, or -1 with errno. */
int process_peer(int fd, pid_t *pid, uid_t *uid);

/* When this process was started, in the system's own unit: with the pid it
 * names a process for ever. Returns 0, or -1 with errno (ENOENT: gone). */
int process_started(pid_t pid, uint64_t *started);

/* Bytes that only this process has, in memory or swapped out: what it has
 * allocated or changed. Code and files that are mapped are not in it, pages
 * that it shares with the process it was forked from are. Returns 0, or -1 with
 * errno (ENOENT: gone, ENOSYS: the system does not tell). */
int process_memory(pid_t pid, uint64_t *bytes);

/* Processes whose parents have died become our children, where the system can
 * do that. Returns 0, or -1 with errno (ENOSYS). */
int process_adopt_orphans(void);

/* In a helper that persistd has just started: it ends when persistd does, even
 * if it waits for something, where the system can do that. */
void process_be_helper(void);

#endif /* PROCESS_H */
