/* SPDX-License-Identifier: Apache-2.0 */
/* roll.c: which step comes next, and does it. */

#include "roll.h"

#include "worker.h"

roll_step_t roll_plan(const roll_facts_t *facts)
{
    if (facts->outgoing == 0 || facts->starting > 0 || facts->held)
        return ROLL_WAIT;
    if (facts->room > 0)
        return ROLL_START;
    return facts->leaving > 0 ? ROLL_WAIT : ROLL_LEAVE;
}

static int is_outgoing(const worker_t *worker, const pool_t *pool)
{
    return worker->pool == pool && worker->state == WORKER_READY &&
           worker->outgoing;
}

uint32_t roll_begin(pool_t *pool)
{
    uint32_t count = 0;
    for (worker_t *worker = pool->pd->workers; worker; worker = worker->next) {
        if (worker->pool != pool || worker->state > WORKER_READY)
            continue;
        worker->outgoing = 1;
        count++;
        if (worker->state == WORKER_STARTING)
            worker_leave(worker);
    }
    return count;
}

static roll_facts_t take_facts(const pool_t *pool, uint32_t room)
{
    roll_facts_t facts = {
        .room = room,
        .held = backoff_holds(&pool->backoff, slots_now_us()) ||
                pool->pd->stopping || pool->stopped,
    };
    for (const worker_t *worker = pool->pd->workers; worker;
         worker = worker->next) {
        facts.outgoing += is_outgoing(worker, pool);
        facts.starting +=
            worker->pool == pool && worker->state == WORKER_STARTING;
        facts.leaving += worker->state > WORKER_READY;
    }
    return facts;
}

/* One that is idle has nobody to wait for. */
static void leave_one(const pool_t *pool)
{
    worker_t *found = NULL;
    for (worker_t *worker = pool->pd->workers; worker; worker = worker->next)
        if (is_outgoing(worker, pool) && (!found || worker->idle_since))
            found = worker;
    if (found)
        worker_leave(found);
}

/* A start that fails tells the pool, and that aborts all this; only when the
 * table has no place is there still something to replace. */
void roll_look(pool_t *pool, uint32_t room)
{
    roll_facts_t facts = take_facts(pool, room);
    roll_step_t step = roll_plan(&facts);
    if (step == ROLL_START && worker_start(pool) != 0 && facts.leaving == 0)
        step = ROLL_LEAVE;
    if (step == ROLL_LEAVE)
        leave_one(pool);
}

void roll_ready(pool_t *pool)
{
    leave_one(pool);
}

void roll_abort(pool_t *pool)
{
    for (worker_t *worker = pool->pd->workers; worker; worker = worker->next)
        if (is_outgoing(worker, pool))
            worker->outgoing = 0;
}
