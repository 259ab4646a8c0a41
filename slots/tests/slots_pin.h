/* SPDX-License-Identifier: Apache-2.0 */
/* slots_pin.h: a test that stays on one CPU, since claims look at that. */

#ifndef SLOTS_TESTS_PIN_H
#define SLOTS_TESTS_PIN_H

#include "slots_cpu.h"

#include "tap.h"

/* On whichever CPU the thread runs; returns its slots_cpu(). */
static inline uint32_t slots_pin(void)
{
    cpu_set_t set;

    CPU_ZERO(&set);
    CPU_SET(slots_cpu() - 1, &set);
    if (sched_setaffinity(0, sizeof(set), &set) != 0)
        bail_out("sched_setaffinity");
    return slots_cpu();
}

#endif /* SLOTS_TESTS_PIN_H */
