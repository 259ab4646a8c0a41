/* SPDX-License-Identifier: Apache-2.0 */
/* wear_test.c: which limit of its life a worker has reached. */

#include "decide/wear.h"
#include "tap.h"

static wear_facts_t facts(void)
{
    return (wear_facts_t){.requests = 9,
                          .max_requests = 10,
                          .age = 99,
                          .max_age = 100,
                          .memory = 999,
                          .memory_soft = 1000,
                          .memory_hard = 2000};
}

int main(void)
{
    wear_facts_t given = facts();
    is_int(wear_judge(&given), WEAR_NONE, "below every limit");
    given.requests = 10;
    is_int(wear_judge(&given), WEAR_REQUESTS, "the last request");
    given = facts();
    given.age = 100;
    is_int(wear_judge(&given), WEAR_AGE, "old enough");
    given = facts();
    given.memory = 1000;
    is_int(wear_judge(&given), WEAR_MEMORY, "too large");
    given.memory = 2000;
    is_int(wear_judge(&given), WEAR_KILL, "far too large");
    given.memory_hard = 0;
    is_int(wear_judge(&given), WEAR_MEMORY, "no hard limit");
    given = facts();
    given.max_requests = 0;
    given.max_age = 0;
    given.memory_soft = given.memory_hard = 0;
    given.requests = given.memory = UINT64_MAX;
    given.age = INT64_MAX;
    is_int(wear_judge(&given), WEAR_NONE, "no limit at all");
    is_str(wear_text(WEAR_KILL), "PersistMemoryLimit HARD", "each has a name");
    return done_testing();
}
