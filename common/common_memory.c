/* SPDX-License-Identifier: Apache-2.0 */
/* common_memory.c: RssAnon and VmSwap of /proc/PID/status, on Linux. */

#include "common_memory.h"

#include "common_system.h"

#ifdef COMMON_LINUX

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The number in this line, in KiB, or 0 if it is another line. */
static uint64_t status_kib(const char *line, const char *name)
{
    size_t len = strlen(name);
    return strncmp(line, name, len) == 0 ? strtoull(line + len, NULL, 10) : 0;
}

/* Reads line by line, because the line with the groups can be longer than all
 * others together. The kernel escapes the name in the first line, so it cannot
 * imitate another line. */
int common_memory(pid_t pid, uint64_t *bytes)
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

#else

#include <errno.h>

int common_memory(pid_t pid, uint64_t *bytes)
{
    (void)pid;
    (void)bytes;
    errno = ENOSYS;
    return -1;
}

#endif
