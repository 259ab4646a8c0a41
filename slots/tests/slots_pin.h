/* SPDX-License-Identifier: Apache-2.0 */
/* slots_pin.h: a test that stays on one CPU, since claims look at that. */

#ifndef SLOTS_TESTS_PIN_H
#define SLOTS_TESTS_PIN_H

#include "slots_cpu.h"

/* On whichever CPU the thread runs. Returns its slots_cpu(); 0: the system does
 * not tell it, or lets nobody stay. */
static inline uint32_t slots_pin(void)
{
#ifdef __linux__
    uint32_t here = slots_cpu();
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(here - 1, &set); /* does nothing with a number out of range */
    return sched_setaffinity(0, sizeof(set), &set) == 0 ? slots_cpu() : 0;
#else
    return 0;
#endif
}

#endif /* SLOTS_TESTS_PIN_H */
