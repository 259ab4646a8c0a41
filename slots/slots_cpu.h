/* SPDX-License-Identifier: Apache-2.0 */
/* slots_cpu.h: the CPU that the caller runs on. */

#ifndef SLOTS_CPU_H
#define SLOTS_CPU_H

#include <stdint.h>

#ifdef __linux__
#include <sched.h>
#endif

/* Its number + 1, which is old as soon as it is read; 0 where the system does
 * not tell it. glibc reads it from rseq(2) since 2.35, else by vdso(7); only
 * where neither works it is a system call. */
static inline uint32_t slots_cpu(void)
{
#ifdef __linux__
    return (uint32_t)(sched_getcpu() + 1);
#else
    return 0;
#endif
}

#endif /* SLOTS_CPU_H */
