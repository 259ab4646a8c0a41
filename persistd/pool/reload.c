/* SPDX-License-Identifier: Apache-2.0 */
/* reload.c: from old code to new code. */

#include "pool/reload.h"

#include "base/log.h"
#include "decide/rolling.h"
#include "pool/reconcile.h"
#include "pool/shortage.h"
#include "slots_queue.h"
#include "state/agenda.h"

#include "wire_message.h"

int reload_pending(const pool_t *pool)
{
    return pool->wanted != pool->version;
}

int reload_is_outdated(const worker_t *worker)
{
    return worker->version != worker->pool->wanted;
}

/* Workers whose code neither serves nor will. Returns how many of them were
 * still starting. */
static uint32_t leave_outdated(const pool_t *pool)
{
    uint32_t starting = 0;
    for (worker_t *worker = pool->workers; worker; worker = worker->pool_next) {
        int old = worker->version == pool->version;
        if (worker->version == pool->wanted ||
            (old && worker->state != WORKER_STARTING))
            continue;
        starting += worker->state == WORKER_STARTING;
        worker_leave(worker);
    }
    return starting;
}

/* Stored before the file's version: a request that finds its own look at the
 * file there finds the code to go with it, too. */
static void change(pool_t *pool)
{
    slots_table_t *table = pool->pd->table;
    pool->version = pool->wanted;
    atomic_store(&table->pools[pool->index].version, pool->version);
    if (!pool->stopped)
        slots_pool_recover(table, pool->index);
}

/* A script that changes while it starts, each time, would be started without
 * pause: that counts as a crash. */
static void want(pool_t *pool, uint64_t code)
{
    int rolling = pool->definition.reload == WIRE_RELOAD_ROLLING;
    pool->wanted = code;
    pool->proven = 0;
    pool->fault = 0;
    backoff_forgive(&pool->backoff);
    if (!rolling)
        change(pool);
    agenda_at(pool->pd, slots_now_us());
    if (leave_outdated(pool) == 0)
        return;
    log_say(LOG_WARN, "pool %s: the script changed while a worker started",
            pool->definition.script);
    backoff_crashed(&pool->backoff, slots_now_us(), 0);
}

void pool_set_version(pool_t *pool, uint64_t version)
{
    slots_pool_t *shared = &pool->pd->table->pools[pool->index];
    if (pool->script == version)
        return;
    pool->script = version;
    if (pool->definition.reload != WIRE_RELOAD_OFF)
        want(pool, version);
    atomic_store(&shared->script, version);
}

/* The time makes it a number that no worker has, not even one that was started
 * by a persistd before this one. */
void reload_changed(pool_t *pool)
{
    if (pool->definition.reload == WIRE_RELOAD_OFF)
        return;
    want(pool, slots_version(slots_now_us(), pool->script, 0));
}

/* A new worker counts as one that a request waits for: an old one leaves for
 * it, which serves. */
static rolling_facts_t take_facts(const pool_t *pool, int64_t now)
{
    uint32_t room = lack_room(pool, 1);
    rolling_facts_t facts = {
        .room = room,
        .seats = demand_seats(pool),
        .leaving = demand_unsettled(pool->pd, room, now),
        .pace = pace_left(&pool->pace, now),
        .proven = pool->proven,
        .held = backoff_holds(&pool->backoff, now) ||
                !pool->pd->settings.known || pool->pd->stopping ||
                pool->stopped || pool->view.late,
    };
    for (const worker_t *worker = pool->workers; worker;
         worker = worker->pool_next) {
        if (demand_is_starting(worker))
            facts.starting += worker->version == pool->wanted;
        else if (worker->state == WORKER_READY)
            (*(worker->version == pool->wanted ? &facts.ready : &facts.old))++;
    }
    return facts;
}

/* What it has to do is done for old workers at the next look, too. */
static void leave_one(const pool_t *pool)
{
    for (worker_t *worker = pool->workers; worker; worker = worker->pool_next)
        if (worker->state == WORKER_READY && worker->version == pool->version) {
            worker_leave(worker);
            return;
        }
}

void reload_look(pool_t *pool, int64_t now)
{
    rolling_facts_t facts = take_facts(pool, now);
    rolling_t rolling = rolling_make(&facts);
    int put_off = demand_start(pool, rolling.start, 0, now);
    if (rolling.yield)
        leave_one(pool);
    if (rolling.lacking)
        lack_wait(pool, now);
    else if (!put_off)
        lack_look(pool, 0, now);
    if (pool->backoff.retry_at > now)
        agenda_at(pool->pd, pool->backoff.retry_at);
    if (!rolling.change)
        return;
    log_say(LOG_NOTICE, "pool %s: new code serves", pool->definition.script);
    change(pool);
    leave_outdated(pool);
    slots_queue_wake_all(pool->pd->table, pool->index);
}
