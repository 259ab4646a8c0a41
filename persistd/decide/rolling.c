/* SPDX-License-Identifier: Apache-2.0 */
/* rolling.c: starts as many new workers as there are old ones. The first one
 * starts alone, until it has shown that the new code can be started. */

#include "decide/rolling.h"

static uint32_t lesser(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* Workers that should be started now, without regard to free places. */
static uint32_t wanted(const rolling_facts_t *facts)
{
    uint32_t coming = facts->ready + facts->starting;
    uint32_t want = facts->proven ? facts->old : 1;
    if (facts->held || want <= coming)
        return 0;
    return lesser(want - coming, facts->pace);
}

/* There is no place for the first new worker. Old workers make it one at a
 * time, as long as another is left, because a leaving worker still occupies its
 * place. */
static void make_room(const rolling_facts_t *facts, rolling_t *rolling)
{
    rolling->change = facts->leaving == 0 && facts->old == 1;
    rolling->retire_old = facts->leaving == 0 && facts->old > 1;
    rolling->shortage = !rolling->change;
}

/* The new code takes over when its workers can carry the load of the old ones,
 * when no more of them can be started, or when no old worker is left. */
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
