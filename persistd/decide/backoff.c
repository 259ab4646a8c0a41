/* SPDX-License-Identifier: Apache-2.0 */
/* backoff.c: delays that double, and the quarantine. */

#include "decide/backoff.h"

static int64_t doubled(int64_t first, uint32_t times, int64_t limit)
{
    int64_t delay = first;
    while (times-- > 0 && delay < limit)
        delay *= 2;
    return delay < limit ? delay : limit;
}

static void count_failure(backoff_t *backoff, int64_t now)
{
    if (backoff->failures < UINT32_MAX)
        backoff->failures++;
    backoff->failed_at = now;
    backoff->retry_at =
        now + (backoff->failures >= BACKOFF_QUARANTINE
                   ? BACKOFF_QUARANTINE_US
                   : doubled(BACKOFF_FIRST_US, backoff->failures - 1,
                             BACKOFF_QUARANTINE_US));
}

int backoff_failed(backoff_t *backoff, int64_t now, int64_t started)
{
    if (backoff->failures == 0 || started > backoff->failed_at)
        count_failure(backoff, now);
    return backoff->failures >= BACKOFF_QUARANTINE;
}

/* Workers that were started side by side are killed side by side, and count
 * once. */
static void count_killed(backoff_t *backoff, int64_t now, int64_t started)
{
    if (backoff->killed > 0 && started <= backoff->killed_at)
        return;
    if (backoff->killed == 0)
        backoff->killed_of = started;
    if (backoff->killed < UINT32_MAX)
        backoff->killed++;
    backoff->killed_at = now;
}

int backoff_killed(backoff_t *backoff, int64_t now, int64_t started,
                   int64_t boot)
{
    count_killed(backoff, now, started);
    if (boot > 0 ? now - backoff->killed_of >= boot
                 : backoff->killed >= BACKOFF_KILLED)
        return 0;
    backoff->retry_at = now + doubled(BACKOFF_KILLED_US, backoff->killed - 1,
                                      BACKOFF_KILLED_MAX_US);
    return 1;
}

void backoff_short(backoff_t *backoff, int64_t now)
{
    if (backoff->retry_at < now + BACKOFF_SHORT_US)
        backoff->retry_at = now + BACKOFF_SHORT_US;
}

void backoff_forgive(backoff_t *backoff)
{
    if (backoff->failures > 0 || backoff->killed > 0)
        backoff->retry_at = 0;
    backoff->failures = 0;
    backoff->killed = 0;
}

void backoff_crashed(backoff_t *backoff, int64_t now, int64_t age)
{
    if (age >= BACKOFF_YOUNG_US) {
        backoff->crashes = 0;
        return;
    }
    if (now - backoff->crashed_at > BACKOFF_FORGET_US)
        backoff->crashes = 0;
    backoff->crashed_at = now;
    if (backoff->crashes < UINT32_MAX)
        backoff->crashes++;
    if (backoff->crashes > BACKOFF_CRASHES)
        backoff->retry_at =
            now + doubled(BACKOFF_CRASH_US,
                          backoff->crashes - BACKOFF_CRASHES - 1,
                          BACKOFF_CRASH_MAX_US);
}

int backoff_holds(const backoff_t *backoff, int64_t now)
{
    return now < backoff->retry_at;
}
