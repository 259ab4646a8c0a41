/* SPDX-License-Identifier: Apache-2.0 */
/* life.c: the rules by which a worker is stopped, killed and judged. */

#include "decide/life.h"

static int is_over(int64_t deadline, int64_t now)
{
    return deadline != 0 && now >= deadline;
}

static life_step_t leaving_step(const life_facts_t *facts, int64_t now)
{
    if (!facts->leased)
        return LIFE_SEND_STOP;
    return is_over(facts->deadline, now) ? LIFE_KILL_LEASED : LIFE_GO_ON;
}

/* A clone that has not been made yet has no process that could be stopped or
 * killed. */
static life_step_t copy_step(const life_facts_t *facts, int64_t now)
{
    if (facts->state != WORKER_STARTING || now >= facts->copied_by)
        return LIFE_GIVE_UP_CLONE;
    return LIFE_GO_ON;
}

life_step_t life_step(const life_facts_t *facts, int64_t now)
{
    if (facts->copied_by)
        return copy_step(facts, now);
    switch (facts->state) {
    case WORKER_STARTING:
        return !facts->ready && is_over(facts->deadline, now) ? LIFE_KILL_BOOT
                                                              : LIFE_GO_ON;
    case WORKER_LEAVING:
        return leaving_step(facts, now);
    case WORKER_STOPPING:
        return is_over(facts->deadline, now) ? LIFE_KILL_STOPPED : LIFE_GO_ON;
    case WORKER_KILLING:
        return facts->watched ? LIFE_GO_ON : LIFE_DROP;
    default:
        return LIFE_GO_ON;
    }
}

life_outcome_t life_outcome(const life_facts_t *facts, int fault, int cloned)
{
    int starting = facts->state == WORKER_STARTING;
    if (facts->state == WORKER_READY || (starting && facts->ready))
        return LIFE_CRASHED;
    if (!starting && !fault)
        return LIFE_EXPECTED;
    return cloned ? LIFE_CLONE_FAILED : LIFE_BOOT_FAILED;
}

const char *life_outcome_text(life_outcome_t outcome)
{
    static const char *const texts[] = {"expected", "before READY",
                                        "a copy before READY", "unexpected"};
    return texts[outcome];
}

int life_is_starting(worker_state_t state, int fault)
{
    return state == WORKER_STARTING || (state == WORKER_KILLING && fault);
}
