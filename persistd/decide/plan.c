/* SPDX-License-Identifier: Apache-2.0 */
/* plan.c: compares what a pool needs with what it has. */

#include "decide/plan.h"

static uint32_t lesser(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* By how much `a` is above `b`. */
static uint32_t above(uint32_t a, uint32_t b)
{
    return a > b ? a - b : 0;
}

/* Workers to start for waiting requests, besides those that are starting
 * already. Until one worker has shown that the script can be started, workers
 * start one at a time, so that a script that fails does not fail four times at
 * once. */
static uint32_t wanted(const plan_facts_t *facts)
{
    uint32_t alive = facts->starting + facts->ready;
    uint32_t capacity = facts->capacity ? facts->capacity : 1;
    uint32_t unserved = above(facts->waiting, facts->free);
    uint32_t workers = unserved / capacity + (unserved % capacity != 0);
    uint32_t want = above(workers, facts->starting);
    uint32_t floor = facts->superseded ? 0 : lesser(facts->min, facts->max);
    if (want < above(floor, alive))
        want = above(floor, alive);
    if (!facts->proven)
        want = lesser(want, above(1, facts->starting));
    return lesser(want, above(facts->max, alive));
}

static uint32_t unneeded(const plan_facts_t *facts)
{
    if (facts->waiting > 0)
        return 0;
    uint32_t floor = facts->superseded ? 0 : facts->min;
    return lesser(facts->expired, above(facts->ready, floor));
}

/* Worn workers are replaced one at a time. The new worker may exceed MAX for a
 * while. As long as no worker can be started, worn workers are kept. */
static void replace_worn(const plan_facts_t *facts, plan_t *plan)
{
    if (facts->worn == 0 || facts->replacements > 0 || facts->held)
        return;
    if (facts->superseded || lesser(facts->room, facts->seats) == plan->start)
        plan->retire_worn = facts->leaving == 0;
    else if (facts->pace > plan->start)
        plan->replace = 1;
}

plan_t plan_make(const plan_facts_t *facts)
{
    plan_t plan = {0};
    if (facts->suspended)
        return plan;
    if (!facts->held) {
        uint32_t want = lesser(wanted(facts), facts->seats);
        plan.shortage = above(want, facts->room);
        plan.start = lesser(want - plan.shortage, facts->pace);
        plan.paced = plan.start < want - plan.shortage;
    }
    plan.retire = unneeded(facts);
    replace_worn(facts, &plan);
    return plan;
}
