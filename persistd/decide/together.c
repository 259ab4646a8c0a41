/* SPDX-License-Identifier: Apache-2.0 */
/* together.c: judges by the time that requests take. */

#include "decide/together.h"

#define ALL 1000u /* thousandths */

/* No sum between two judgements is as long: a year, µs. */
#define LONGEST_US (INT64_C(365) * 86400 * 1000000)

static void judge(together_t *together, uint32_t share)
{
    together->share = together->judged ? (together->share + share) / 2 : share;
    together->judged = 1;
    together->computes =
        together->share <=
        (together->computes ? TOGETHER_GOES_ON : TOGETHER_BEGINS);
}

/* The sums come from shared memory: a difference may be anything. One that
 * cannot be is not judged. */
void together_measure(together_t *together, uint64_t told, uint64_t told_us,
                      uint64_t slept_us)
{
    uint64_t requests = told - together->told;
    uint64_t us = told_us - together->told_us;
    uint64_t asleep = slept_us - together->slept_us;
    if (requests < TOGETHER_TOLD)
        return;
    together->told = told;
    together->told_us = told_us;
    together->slept_us = slept_us;
    if (requests <= INT64_MAX && us > 0 && us <= LONGEST_US && asleep <= us)
        judge(together, (uint32_t)(asleep * ALL / us));
}

uint32_t together_wanted(const together_t *together, uint32_t ready,
                         uint32_t processors)
{
    return together->computes && ready > processors ? processors : 0;
}

uint32_t together_enough(const together_t *together, uint32_t max,
                         uint32_t processors)
{
    int fewer = together->computes && processors > 0 && processors < max;
    return fewer ? processors : max;
}
