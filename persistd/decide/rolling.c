/* SPDX-License-Identifier: Apache-2.0 */
/* rolling.c: as many new workers as there are old ones, the first alone, until
 * it has shown that the new code can be started at all. */

#include "decide/rolling.h"

static uint32_t lesser(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* Workers that may and should be started now. */
static uint32_t wanted(const rolling_facts_t *facts)
{
    uint32_t coming = facts->ready + facts->starting;
    uint32_t want = facts->proven ? facts->old : 1;
    if (facts->held || want <= coming)
        return 0;
    return lesser(want - coming, facts->pace);
}

/* There is no room for the first new one. One old one at a time makes it, as
 * long as another is left: what is told to leave still has its place. */
static void make_room(const rolling_facts_t *facts, rolling_t *rolling)
{
    rolling->change = facts->leaving == 0 && facts->old == 1;
    rolling->retire_old = facts->leaving == 0 && facts->old > 1;
    rolling->shortage = !rolling->change;
}

/* The time has come when the new ones can carry what the old ones do, or are as
 * many as can be had; and when there is no old one any more. */
rolling_t rolling_make(const rolling_facts_t *facts)
{
    rolling_t rolling = {0};
    uint32_t want = wanted(facts);
    if (facts->old == 0 || facts->ready >= facts->old) {
        rolling.change = 1;
        return rolling;
    }
    rolling.start = lesser(want, lesser(facts->room, facts->seats));
    if (rolling.start > 0 || facts->starting > 0 || facts->pace == 0)
        return rolling;
    if (facts->ready > 0)
        rolling.change = 1;
    else if (want > 0)
        make_room(facts, &rolling);
    return rolling;
}
