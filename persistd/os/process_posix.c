/* SPDX-License-Identifier: Apache-2.0 */
/* process_posix.c: process.h with what every system has. Start times are not
 * available, so adopted workers are asked to leave instead of being kept. */

#include "common_system.h"

#ifndef COMMON_LINUX

#include "os/process.h"

#include "common_peer.h"

#include <errno.h>

int process_started(pid_t pid, uint64_t *started)
{
    (void)pid;
    (void)started;
    errno = ENOSYS;
    return -1;
}

int process_adopt_orphans(void)
{
    errno = ENOSYS;
    return -1;
}

void process_be_helper(void)
{
}

#endif /* not COMMON_LINUX */
