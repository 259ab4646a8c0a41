/* SPDX-License-Identifier: Apache-2.0 */
/* processors.c: asks the kernel. */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* CPU_COUNT */
#endif

#include "os/processors.h"
#include "common_system.h"

#include <sched.h>
#include <unistd.h>

static uint32_t online(void)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 && count <= UINT16_MAX ? (uint32_t)count : 0;
}

/* The set has room for 1024 processors; with more the call fails. */
uint32_t processors_count(void)
{
#ifdef COMMON_LINUX
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof(set), &set) == 0)
        return (uint32_t)CPU_COUNT(&set);
#endif
    return online();
}
