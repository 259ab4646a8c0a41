/* SPDX-License-Identifier: Apache-2.0 */
/* shortage.c: chooses the worker that leaves, and keeps its place for the pool
 * for which it was made. */

#include "pool/shortage.h"

#include "base/log.h"
#include "decide/preempt.h"
#include "pool/capacity.h"
#include "pool/share.h"
#include "state/agenda.h"
#include "state/say.h"
#include "worker/leave.h"
#include "worker/offer.h"
#include "worker/tick.h"

#include "common_clock.h"
#include "wire_fault.h"

/* How often a script's shortage of workers is logged. */
#define LOG_US (60 * INT64_C(1000000))

/* True if the other pool gets the place: because it has fewer workers, or as
 * many and has waited longer, or because this pool only fills up to MIN. */
static int gives_way(const pool_t *pool, const pool_t *other, uint32_t waiting)
{
    uint32_t mine = pool_places(pool), its = pool_places(other);
    if (waiting == 0 || its != mine)
        return waiting == 0 || its < mine;
    return !pool->short_since || other->short_since < pool->short_since;
}

/* taken: places that this pool has been given but that are not free yet. An
 * owner who is not known yet may be any owner, also one with many workers, so
 * he counts as one who has his share. */
static int is_below(const pool_t *pool, const share_t *share, uint32_t taken)
{
    return pool->tenant != POOL_NOBODY &&
           share_held(share, pool->tenant) + taken <
               pool->pd->settings.owner_share;
}

/* True if the other pool's owner comes first, however many workers the pools
 * have. */
static int goes_before(const pool_t *other, const pool_t *pool,
                       const share_t *share)
{
    return other->tenant != pool->tenant && is_below(other, share, 0) &&
           !is_below(pool, share, 0);
}

/* The free places without those for pools that come first. If an owner with
 * less than his share waits, this pool's owner gets no more than his own
 * share. */
static uint32_t room_left(const pool_t *pool, uint32_t waiting, uint32_t room,
                          const share_t *share)
{
    const persistd_t *pd = pool->pd;
    int poorer = 0;
    for (uint32_t i = 0; room > 0 && i < pd->table->sizes.pools; i++) {
        const pool_t *other = pd->pools[i];
        if (!other || other == pool || !other->short_since)
            continue;
        poorer |= other->tenant != pool->tenant && is_below(other, share, 0);
        room -=
            !goes_before(pool, other, share) && gives_way(pool, other, waiting);
    }
    return preempt_free(room, share_held(share, pool->tenant),
                        pd->settings.owner_share, poorer);
}

uint32_t shortage_room(const pool_t *pool, uint32_t waiting)
{
    const persistd_t *pd = pool->pd;
    uint32_t room = capacity_room(pd);
    share_t share;
    if (pd->short_pools == 0 || room == 0)
        return room;
    share_count(&share, pd, common_now_us());
    room = room_left(pool, waiting, room, &share);
    share_clear(&share);
    return room;
}

/* Workers of each pool, if the pools that have or need workers shared them
 * equally. */
static uint32_t pool_share(const persistd_t *pd)
{
    uint32_t pools = 0;
    for (uint32_t i = 0; i < pd->table->sizes.pools; i++)
        pools += pd->pools[i] &&
                 (pd->pools[i]->short_since || pd->pools[i]->workers);
    uint32_t each = pd->settings.max_workers / (pools ? pools : 1);
    return each ? each : 1;
}

/* Turns that may end although the workers have not left yet. */
static uint32_t turns(const persistd_t *pd)
{
    uint32_t some = pd->settings.max_workers / PREEMPT_TURNS;
    return some ? some : 1;
}

static preempt_worker_t facts_of(const worker_t *worker, uid_t owner,
                                 const share_t *share, int64_t now)
{
    uid_t its = worker->pool->tenant;
    int64_t since = offer_spare_since(worker);
    return (preempt_worker_t){
        .starting = worker->state == WORKER_STARTING,
        .foreign = its != POOL_NOBODY && its != owner,
        .beyond = share_held(share, its) > worker->pd->settings.owner_share,
        .idle = since ? now - since : 0,
        .served = now - worker->since,
        .others = pool_serving(worker->pool) - 1,
        .min = (uint32_t)worker->pool->definition.places_min,
        .popularity = worker->pool->popularity.weight,
    };
}

static worker_t *find(const pool_t *pool, const preempt_wish_t *wish,
                      const share_t *share, int64_t now)
{
    worker_t *found = NULL;
    preempt_worker_t best = {0};
    for (worker_t *worker = pool->pd->workers; worker; worker = worker->next) {
        if (worker->state > WORKER_READY || !worker->pool ||
            worker->pool == pool)
            continue;
        if (worker->state == WORKER_READY)
            worker_tick_idle(worker, now); /* it may have become busy */
        preempt_worker_t facts = facts_of(worker, pool->tenant, share, now);
        if (preempt_rank(wish, &facts) == PREEMPT_NONE ||
            (found && !preempt_before(wish, &facts, &best)))
            continue;
        found = worker;
        best = facts;
    }
    return found;
}

/* Logs that the pool's requests wait while no worker serves any of them. That
 * deserves a line, besides those of requests that give up. */
static void log_shortage(pool_t *pool, int64_t now)
{
    if (pool->workers ||
        (pool->short_logged && now - pool->short_logged < LOG_US))
        return;
    pool->short_logged = now;
    say_pool(pool, LOG_WARN, RECENT_FAULT, 0,
             "PERSIST%d: %s: requests wait for the first of pool %s; raise it "
             "(it is %u), or lower PersistWorkers of scripts that have many",
             WIRE_FAULT_WORKERS_FULL, wire_fault_text(WIRE_FAULT_WORKERS_FULL),
             pool->definition.script, pool->pd->settings.max_workers);
}

/* since: µs; 0: there is no shortage. */
static void set_short(pool_t *pool, int64_t since)
{
    persistd_t *pd = pool->pd;
    uint32_t before = pd->short_pools;
    pd->short_pools -= pool->short_since != 0;
    pd->short_pools += since != 0;
    pool->short_since = since;
    if (pd->short_pools != before)
        atomic_store_explicit(&pd->table->header->lacking, pd->short_pools,
                              memory_order_relaxed);
}

/* A worker that is not READY may never read STOP, so it is killed. That does
 * not count as a failure of its script, and requests keep waiting for the next
 * worker. */
static void give_up(worker_t *worker, int64_t now)
{
    if (offer_less(worker))
        return;
    if (worker->state != WORKER_STARTING) {
        log_debug("pool %s: pid %ld leaves: another pool needs its place",
                  worker_script(worker), (long)worker->pid);
        worker_leave(worker);
        return;
    }
    say_pool(
        worker->pool, LOG_NOTICE, RECENT_FAULT, worker->pid,
        "pool %s: pid %ld ends before it is ready: its owner has more than "
        "OwnerShare, and another one waits",
        worker->pool->definition.script, (long)worker->pid);
    worker_kill(worker, 0);
    agenda_at(worker->pd, now); /* it may be a clone without a process */
}

/* Lets one worker of another pool leave, if there is one that may. taken: as
 * for is_below(). */
static int give_one(const pool_t *pool, preempt_wish_t *wish, uint32_t taken,
                    int64_t now)
{
    share_t share;
    share_count(&share, pool->pd, now);
    wish->below = is_below(pool, &share, taken);
    worker_t *worker = find(pool, wish, &share, now);
    share_clear(&share);
    if (!worker)
        return 0;
    give_up(worker, now);
    wish->workers++; /* counts the new worker in advance */
    wish->going++;
    return 1;
}

void shortage_wait(pool_t *pool, int64_t now)
{
    if (!pool->short_since)
        set_short(pool, now);
}

void shortage_reconcile(pool_t *pool, uint32_t shortage, int64_t now)
{
    if (shortage == 0) {
        set_short(pool, 0);
        return;
    }
    shortage_wait(pool, now);
    log_shortage(pool, now);
    preempt_wish_t wish = {
        .workers = pool_places(pool),
        .share = pool_share(pool->pd),
        .going = pool->pd->going,
        .most = shortage + turns(pool->pd),
        .waited = now - pool->short_since,
    };
    uint32_t coming = capacity_coming(pool->pd, now), taken = 0;
    while (coming + taken < shortage && give_one(pool, &wish, taken, now))
        taken++;
    agenda_at(pool->pd, now + PREEMPT_SHARE_US);
}
