/* SPDX-License-Identifier: Apache-2.0 */
/* unit.c: how long a unit may stay in each state. */

#include "decide/unit.h"

#define BROKEN_GRACE_US 20000
#define LEASE_GRACE_US 2000000

static unit_step_t finishing(int64_t since, int64_t hard, int64_t now,
                             int64_t *again)
{
    if (hard == 0)
        return UNIT_PROBE;
    if (now >= since + hard)
        return UNIT_KILL_FINISHING;
    *again = since + hard;
    return UNIT_PROBE;
}

/* httpd itself ends a request that overruns, but not while its thread waits for
 * a client that does not read. The check once a second is enough here. */
static unit_step_t leased(int64_t since, int64_t hard, int64_t now)
{
    int late = hard != 0 && now >= since + hard + LEASE_GRACE_US;
    return late ? UNIT_KILL_LEASED : UNIT_NONE;
}

/* httpd gives up a worker that is silent, has run out of time, or has broken
 * the protocol. It also gives up a worker that has just died. In that case the
 * worker's exit status, which will be seen in a moment, says more than our kill
 * would. */
static unit_step_t broken(int64_t since, int64_t now, int64_t *again)
{
    if (now >= since + BROKEN_GRACE_US)
        return UNIT_TAKE_OUT_AND_KILL;
    *again = since + BROKEN_GRACE_US;
    return UNIT_TAKE_OUT;
}

int64_t unit_over_since(int64_t since, unit_kind_t other, int64_t other_since,
                        int64_t now)
{
    if (other == UNIT_LEASED)
        return now;
    return other_since > since ? other_since : since;
}

unit_step_t unit_step(unit_kind_t kind, int64_t since, int64_t hard,
                      int64_t now, int64_t *again)
{
    *again = 0;
    switch (kind) {
    case UNIT_LEASED:
        return leased(since, hard, now);
    case UNIT_FINISHING:
        return finishing(since, hard, now, again);
    case UNIT_BROKEN:
        return broken(since, now, again);
    default:
        return UNIT_NONE;
    }
}
