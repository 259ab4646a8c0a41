/* SPDX-License-Identifier: Apache-2.0 */
/* slots_cpu.h: the CPU that the caller runs on. */

#ifndef SLOTS_CPU_H
#define SLOTS_CPU_H

#include <stdint.h>

#ifdef __linux__
#include <sched.h>
#endif

/* Returns the CPU's number + 1, or 0 where the system does not report it. The
 * value may be out of date as soon as it is read. glibc reads it from rseq(2)
 * since 2.35, before that from vdso(7); only where neither works is it a system
 * call. */
static inline uint32_t slots_cpu(void)
{
#ifdef __linux__
    return (uint32_t)(sched_getcpu() + 1);
#else
    return 0;
#endif
}

#endif /* SLOTS_CPU_H */
