/* SPDX-License-Identifier: Apache-2.0 */
/* calm.c: judges by the share of time in which processors were idle. */

#include "decide/calm.h"

/* In thousandths; -1: unknown. The kernel may count a little more than the time
 * that has passed, and very much more, or less, after a change of the set of
 * processors. */
static int64_t share_of(const calm_t *calm, int64_t now, int64_t idle_us,
                        uint32_t processors)
{
    int64_t passed_ms = (now - calm->at) / 1000;
    if (!calm->at || calm->idle_us < 0 || idle_us < calm->idle_us ||
        processors == 0 || passed_ms <= 0)
        return -1;
    int64_t share = (idle_us - calm->idle_us) / passed_ms / processors;
    return share <= 1100 ? share : -1;
}

int calm_measure(calm_t *calm, int64_t now, int64_t idle_us,
                 uint32_t processors)
{
    int64_t share = share_of(calm, now, idle_us, processors);
    calm->is_calm = share >= (calm->is_calm ? CALM_GOES_ON : CALM_BEGINS);
    calm->at = now;
    calm->idle_us = idle_us;
    return calm->is_calm;
}
