/* SPDX-License-Identifier: Apache-2.0 */
/* process_posix.c: process.h with what every system has. Start times are not
 * available, so adopted workers are asked to leave instead of being kept. */

#ifndef __linux__

#include "os/process.h"

#include <errno.h>
#include <unistd.h>

int process_peer(int fd, pid_t *pid, uid_t *uid)
{
    gid_t gid;
    *pid = 0;
    return getpeereid(fd, uid, &gid);
}

int process_started(pid_t pid, uint64_t *started)
{
    (void)pid;
    (void)started;
    errno = ENOSYS;
    return -1;
}

int process_memory(pid_t pid, uint64_t *bytes)
{
    (void)pid;
    (void)bytes;
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

#endif /* not __linux__ */
