/* SPDX-License-Identifier: Apache-2.0 */
/* proc.c: reads /proc, see proc.h. */

#include "proc.h"

#include <stdio.h>
#include <unistd.h>

long proc_memory_kib(pid_t pid)
{
    char path[64];
    long size, resident;
    snprintf(path, sizeof(path), "/proc/%ld/statm", (long)pid);
    FILE *file = fopen(path, "re");
    if (!file)
        return -1;
    int found = fscanf(file, "%ld %ld", &size, &resident) == 2;
    fclose(file);
    return found ? resident * (sysconf(_SC_PAGESIZE) / 1024) : -1;
}
