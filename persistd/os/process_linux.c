/* SPDX-License-Identifier: Apache-2.0 */
/* process_linux.c: peer credentials; start times and memory from /proc;
 * subreaper. */

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

/* The number in this line, in KiB, or 0 if it is another line. */
static uint64_t status_kib(const char *line, const char *name)
{
    size_t len = strlen(name);
    return strncmp(line, name, len) == 0 ? strtoull(line + len, NULL, 10) : 0;
}

/* Reads line by line, because the line with the groups can be longer than all
 * others together. The kernel escapes the name in the first line, so it cannot
 * imitate another line. */
int process_memory(pid_t pid, uint64_t *bytes)
{
    char path[64], *line = NULL;
    size_t size = 0;
    uint64_t kib = 0;
    snprintf(path, sizeof(path), "/proc/%ld/status", (long)pid);
    FILE *status = fopen(path, "re");
    if (!status)
        return -1;
    while (getline(&line, &size, status) >= 0)
        kib += status_kib(line, "RssAnon:") + status_kib(line, "VmSwap:");
    int failed = ferror(status);
    free(line);
    fclose(status);
    *bytes = kib << 10;
    return failed ? -1 : 0;
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
