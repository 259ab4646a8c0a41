/* SPDX-License-Identifier: Apache-2.0 */
/* lack.c: finds who gives way, and keeps the place for whom it was made. */

#include "lack.h"

#include "clock.h"
#include "demand.h"
#include "log.h"
#include "room.h"
#include "slots_queue.h"
#include "worker.h"

#include "wire_fault.h"

/* How often a script's lack of workers is told. */
#define TELL_US (60 * INT64_C(1000000))

/* True when the place goes to the other one: it has less, or as much and has
 * waited for longer, or this one only fills its MIN up. */
static int gives_way(const pool_t *pool, const pool_t *other, uint32_t waiting)
{
    if (!other->lacking_since)
        return 0;
    uint32_t mine = pool_workers(pool), its = pool_workers(other);
    if (waiting == 0 || its != mine)
        return waiting == 0 || its < mine;
    return !pool->lacking_since || other->lacking_since < pool->lacking_since;
}

uint32_t lack_room(const pool_t *pool, uint32_t waiting)
{
    const persistd_t *pd = pool->pd;
    uint32_t room = demand_room(pd);
    if (pd->lacking == 0)
        return room;
    for (uint32_t i = 0; room > 0 && i < pd->table->sizes.pools; i++) {
        const pool_t *other = pd->pools[i];
        room -= other && other != pool && gives_way(pool, other, waiting);
    }
    return room;
}

/* Workers for each pool that has or wants some. */
static uint32_t share(const persistd_t *pd)
{
    uint32_t pools = 0;
    for (uint32_t i = 0; i < pd->table->sizes.pools; i++)
        pools += pd->pools[i] &&
                 (pd->pools[i]->lacking_since || pd->pools[i]->workers);
    uint32_t each = pd->settings.max_workers / (pools ? pools : 1);
    return each ? each : 1;
}

/* Turns that may end in vain. */
static uint32_t turns(const persistd_t *pd)
{
    uint32_t some = pd->settings.max_workers / ROOM_TURNS;
    return some ? some : 1;
}

/* Workers of the pool without this one and those that leave already. */
static uint32_t others(const worker_t *worker)
{
    uint32_t count = 0;
    for (const worker_t *other = worker->pool->workers; other;
         other = other->pool_next)
        count += other != worker && other->state <= WORKER_READY;
    return count;
}

static room_worker_t facts_of(const worker_t *worker, int64_t now)
{
    return (room_worker_t){
        .idle = worker->idle_since ? now - worker->idle_since : 0,
        .served = now - worker->since,
        .others = others(worker),
        .min = worker->pool->definition.min,
        .popularity = worker->pool->popularity.weight,
    };
}

static worker_t *find(const pool_t *pool, const room_wish_t *wish, int64_t now)
{
    worker_t *found = NULL;
    room_worker_t best = {0};
    for (worker_t *worker = pool->pd->workers; worker; worker = worker->next) {
        if (worker->state != WORKER_READY || !worker->pool ||
            worker->pool == pool)
            continue;
        worker_look_idle(worker, now); /* busy by now, maybe */
        room_worker_t facts = facts_of(worker, now);
        if (room_rank(wish, &facts) == ROOM_NONE ||
            (found && !room_before(wish, &facts, &best)))
            continue;
        found = worker;
        best = facts;
    }
    return found;
}

/* Its requests wait without a worker at work on any of them: that is worth
 * more than what each of them says when it gives up. */
static void tell(pool_t *pool, int64_t now)
{
    if (pool->workers || (pool->lack_told && now - pool->lack_told < TELL_US))
        return;
    pool->lack_told = now;
    log_say(LOG_WARN, "PERSIST%d: %s: requests wait for the first of pool %s",
            WIRE_FAULT_WORKERS_FULL, wire_fault_text(WIRE_FAULT_WORKERS_FULL),
            pool->definition.script);
}

/* since: µs; 0: it lacks none. */
static void note(pool_t *pool, int64_t since)
{
    persistd_t *pd = pool->pd;
    uint32_t before = pd->lacking;
    pd->lacking -= pool->lacking_since != 0;
    pd->lacking += since != 0;
    pool->lacking_since = since;
    if (pd->lacking != before)
        atomic_store_explicit(&pd->table->header->lacking, pd->lacking,
                              memory_order_relaxed);
}

void lack_look(pool_t *pool, uint32_t lacking, int64_t now)
{
    if (lacking == 0) {
        note(pool, 0);
        return;
    }
    if (!pool->lacking_since)
        note(pool, now);
    tell(pool, now);
    room_wish_t wish = {
        .workers = pool_workers(pool),
        .share = share(pool->pd),
        .going = pool->pd->going,
        .most = lacking + turns(pool->pd),
        .waited = now - pool->lacking_since,
    };
    worker_t *worker;
    for (uint32_t coming = demand_leaving(pool->pd, now);
         coming < lacking && (worker = find(pool, &wish, now)) != NULL;
         coming++) {
        worker_leave(worker);
        wish.workers++; /* as it will be */
        wish.going++;
    }
    clock_due(pool->pd, now + ROOM_SHARE_US);
}
