/* SPDX-License-Identifier: Apache-2.0 */
/* slots_pin.h: keeps a test on one CPU, because claims depend on the CPU. */

#ifndef SLOTS_TESTS_PIN_H
#define SLOTS_TESTS_PIN_H

#include "slots_cpu.h"

/* Pins the thread to the CPU that it runs on. Returns its slots_cpu(), or 0
 * when the system does not report the CPU or does not allow pinning. */
static inline uint32_t slots_pin(void)
{
#ifdef __linux__
    uint32_t here = slots_cpu();
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(here - 1, &set); /* ignores a number out of range */
    return sched_setaffinity(0, sizeof(set), &set) == 0 ? slots_cpu() : 0;
#else
    return 0;
#endif
}

#endif /* SLOTS_TESTS_PIN_H */
