/* SPDX-License-Identifier: Apache-2.0 */
/* process.h: what the kernel knows about other processes. process_linux.c and
 * process_posix.c implement the same functions. */

#ifndef PROCESS_H
#define PROCESS_H

#include "common_peer.h"

#include <stdint.h>
#include <sys/types.h>

/* The time when the process was started, in the system's own unit. Together
 * with the pid it identifies a process for ever. Returns 0, or -1 with errno
 * (ENOENT: it is gone). */
int process_started(pid_t pid, uint64_t *started);

/* Makes orphaned descendants our children, if the system supports that. Returns
 * 0, or -1 with errno (ENOSYS). */
int process_adopt_orphans(void);

/* Called in a helper that persistd has just started: the helper ends when
 * persistd does, even while it waits for something, if the system supports
 * that. */
void process_be_helper(void);

#endif /* PROCESS_H */
