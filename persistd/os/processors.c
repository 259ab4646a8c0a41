/* SPDX-License-Identifier: Apache-2.0 */
/* processors.c: asks the kernel. */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* CPU_COUNT */
#endif

#include "os/processors.h"
#include "common_system.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static uint32_t online(void)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 && count <= UINT16_MAX ? (uint32_t)count : 0;
}

#ifdef COMMON_LINUX

/* The set has room for 1024 processors; with more the call fails. */
static int get_set(cpu_set_t *set)
{
    return sched_getaffinity(0, sizeof(*set), set);
}

/* Reads the next word of a line of /proc/stat, a number. */
static uint64_t next_number(char **at)
{
    return strtoull(*at, at, 10);
}

/* "cpu0 USER NICE SYSTEM IDLE IOWAIT ...", in ticks; 0 for a processor that is
 * not in the set. The line of all together has no number behind "cpu". */
static uint64_t idle_of(char *line, const cpu_set_t *set)
{
    uint64_t processor, idle;
    if (line[3] == ' ')
        return 0;
    line += 3;
    processor = next_number(&line);
    if (processor >= CPU_SETSIZE || !CPU_ISSET(processor, set))
        return 0;
    for (int n = 0; n < 3; n++)
        next_number(&line);
    idle = next_number(&line);
    return idle + next_number(&line);
}

/* The lines of the processors come first. */
static uint64_t idle_ticks(FILE *file, const cpu_set_t *set)
{
    char *line = NULL;
    size_t size = 0;
    uint64_t ticks = 0;
    while (getline(&line, &size, file) > 0 && strncmp(line, "cpu", 3) == 0)
        ticks += idle_of(line, set);
    free(line);
    return ticks;
}

int64_t processors_idle_us(void)
{
    cpu_set_t set;
    uint64_t ticks;
    long hertz = sysconf(_SC_CLK_TCK);
    FILE *file = get_set(&set) == 0 ? fopen("/proc/stat", "re") : NULL;
    if (!file)
        return -1;
    ticks = idle_ticks(file, &set);
    (void)fclose(file);
    return hertz > 0 && ticks < INT64_MAX / 1000000
               ? (int64_t)ticks * 1000000 / hertz
               : -1;
}

uint32_t processors_count(void)
{
    cpu_set_t set;
    return get_set(&set) == 0 ? (uint32_t)CPU_COUNT(&set) : online();
}

#else

int64_t processors_idle_us(void)
{
    return -1;
}

uint32_t processors_count(void)
{
    return online();
}

#endif
