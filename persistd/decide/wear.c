/* SPDX-License-Identifier: Apache-2.0 */
/* wear.c: compares a worker with the limits of its pool. */

#include "decide/wear.h"

static int reaches(uint64_t value, uint64_t limit)
{
    return limit > 0 && value >= limit;
}

wear_t wear_judge(const wear_facts_t *facts)
{
    if (reaches(facts->memory, facts->memory_hard))
        return WEAR_KILL;
    if (reaches(facts->memory, facts->memory_soft))
        return WEAR_MEMORY;
    if (reaches(facts->requests, facts->max_requests))
        return WEAR_REQUESTS;
    if (facts->max_age > 0 && facts->age >= facts->max_age)
        return WEAR_AGE;
    return WEAR_NONE;
}

const char *wear_text(wear_t wear)
{
    static const char *const texts[] = {"",
                                        "PersistMaxRequests",
                                        "PersistMaxAge",
                                        "PersistMemoryLimit",
                                        "an order",
                                        "PersistMemoryLimit HARD"};
    return texts[wear];
}
