/* SPDX-License-Identifier: Apache-2.0 */
/* reload.c: moves a pool from old code to new code. */

#include "pool/reload.h"

#include "base/log.h"
#include "decide/rolling.h"
#include "pool/capacity.h"
#include "pool/shortage.h"
#include "pool/start.h"
#include "pool/version.h"
#include "slots_wake.h"
#include "state/agenda.h"
#include "state/say.h"
#include "state/worker.h"
#include "worker/leave.h"

/* The new worker counts as one for which a request waits, because an old worker
 * that serves leaves for it. */
static rolling_facts_t take_facts(const pool_t *pool, int64_t now)
{
    uint32_t room = shortage_room(pool, 1);
    rolling_facts_t facts = {
        .room = room,
        .seats = capacity_seats(pool),
        .leaving = capacity_unsettled(pool->pd, room, now),
        .pace = pace_left(&pool->pace, now),
        .proven = pool->proven,
        .held = backoff_holds(&pool->backoff, now) ||
                !pool->pd->settings.known || pool->pd->stopping ||
                pool->stopped || pool->view.late,
    };
    for (const worker_t *worker = pool->workers; worker;
         worker = worker->pool_next) {
        if (life_is_starting(worker->state, worker->fault))
            facts.starting += worker->version == pool->wanted;
        else if (worker->state == WORKER_READY)
            (*(worker->version == pool->wanted ? &facts.ready : &facts.old))++;
    }
    return facts;
}

/* Lets one old worker leave to make a place. Old workers that are still left
 * after the change leave then. */
static void leave_one(const pool_t *pool)
{
    for (worker_t *worker = pool->workers; worker; worker = worker->pool_next)
        if (worker->state == WORKER_READY && worker->version == pool->version) {
            worker_leave(worker);
            return;
        }
}

void reload_step(pool_t *pool, int64_t now)
{
    rolling_facts_t facts = take_facts(pool, now);
    rolling_t rolling = rolling_make(&facts);
    if (rolling.start > 0)
        log_debug("pool %s: reload: start %u with new code, %u are ready, %u "
                  "with old code",
                  pool->definition.script, rolling.start, facts.ready,
                  facts.old);
    int put_off = pool_start_workers(pool, rolling.start, 0, now);
    if (rolling.retire_old)
        leave_one(pool);
    if (rolling.shortage)
        shortage_wait(pool, now);
    else if (!put_off)
        shortage_reconcile(pool, 0, now);
    if (pool->backoff.retry_at > now)
        agenda_at(pool->pd, pool->backoff.retry_at);
    if (!rolling.change)
        return;
    say_pool(pool, LOG_NOTICE, RECENT_START, 0, "pool %s: new code serves",
             pool->definition.script);
    version_change(pool);
    version_leave_outdated(pool);
    slots_wake_all(pool->pd->table, pool->index);
    agenda_pool(pool); /* so that the plan is made for the new code */
}
