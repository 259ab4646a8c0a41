/* SPDX-License-Identifier: Apache-2.0 */
/* process_linux.c: start times from /proc; subreaper. */

#include "common_system.h"

#ifdef COMMON_LINUX

#include "os/process.h"

#include "common_peer.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#define STAT_SIZE 1024
#define STAT_FIELD_STARTED 22

static int read_proc(pid_t pid, const char *name, char *text, size_t size)
{
    char path[64];
    snprintf(path, sizeof(path), "/proc/%ld/%s", (long)pid, name);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return -1;
    ssize_t len = read(fd, text, size - 1);
    int error = errno;
    close(fd);
    errno = error;
    if (len < 0)
        return -1;
    text[len] = '\0';
    return 0;
}

/* The name in the second field may contain any byte, so fields are counted from
 * its closing parenthesis, the last one in the line. */
int process_started(pid_t pid, uint64_t *started)
{
    char text[STAT_SIZE];
    if (read_proc(pid, "stat", text, sizeof(text)) != 0)
        return -1;
    char *at = strrchr(text, ')');
    for (int field = 2; at && field < STAT_FIELD_STARTED; field++)
        at = strchr(at + 1, ' ');
    if (!at) {
        errno = EINVAL;
        return -1;
    }
    *started = strtoull(at, NULL, 10);
    return 0;
}

int process_adopt_orphans(void)
{
    return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
}

void process_be_helper(void)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
}

#endif /* COMMON_LINUX */
