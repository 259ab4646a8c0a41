/* SPDX-License-Identifier: Apache-2.0 */
/* demand.c: pool_look(): counts, asks plan.c, and does what it says. */

#include "demand.h"

#include "clock.h"
#include "log.h"
#include "reload.h"
#include "renew.h"
#include "slots_queue.h"

#include "wire_fault.h"

/* A worker of another pool that has not been used for so long may be retired
 * for one that is needed. */
#define DEMAND_SPARE_US 1000000
/* How often a script's lack of workers is told. */
#define DEMAND_TELL_US (60 * INT64_C(1000000))

static int is_expired(const worker_t *worker, int64_t now)
{
    return worker->idle_since &&
           now - worker->idle_since >= worker->pool->definition.idle_us;
}

/* Also one that is killed for a boot too long: until it has ended there is no
 * verdict, no back-off, and nobody to answer the waiters. */
int demand_is_starting(const worker_t *worker)
{
    return worker->state == WORKER_STARTING ||
           (worker->state == WORKER_KILLING && worker->fault);
}

static uint32_t free_units(const worker_t *worker)
{
    const slots_slot_t *slot = &worker->pd->table->slots[worker->slot];
    uint32_t count = 0;
    for (uint32_t unit = 0; unit < worker->capacity; unit++)
        count +=
            slots_unit_state(atomic_load(&slot->units[unit])) == SLOTS_FREE;
    return count;
}

static void count_worker(plan_facts_t *facts, const worker_t *worker,
                         int64_t now)
{
    if (demand_is_starting(worker)) {
        facts->starting++;
        facts->reliefs += (uint32_t)worker->relief;
    } else if (worker->state == WORKER_READY) {
        facts->ready++;
        facts->free += free_units(worker);
        facts->worn += worker->worn != WEAR_NONE;
        facts->expired += (uint32_t)is_expired(worker, now);
    }
}

uint32_t demand_room(const persistd_t *pd)
{
    uint32_t most = pd->settings.max_workers;
    if (!pd->settings.known || pd->stopping)
        return 0;
    if (most > pd->table->sizes.slots)
        most = pd->table->sizes.slots;
    return most > pd->worker_count ? most - pd->worker_count : 0;
}

/* Workers that will make room without anybody else's doing. */
static uint32_t on_their_way(const persistd_t *pd)
{
    uint32_t count = 0;
    for (const worker_t *worker = pd->workers; worker; worker = worker->next)
        count += worker->state > WORKER_READY;
    return count;
}

static plan_facts_t take_facts(const pool_t *pool, uint32_t waiting,
                               int64_t now)
{
    const persistd_t *pd = pool->pd;
    plan_facts_t facts = {
        .waiting = waiting + slots_queue_demand(pd->table, pool->index),
        .min = pool->definition.min,
        .max = pool->definition.max,
        .capacity = pool->capacity,
        .room = demand_room(pd),
        .leaving = on_their_way(pd),
        .pace = pace_left(&pool->pace, now),
        .proven = pool->proven,
        .held = backoff_holds(&pool->backoff, now),
        .superseded = pool->superseded,
        .stopping = pd->stopping || pool->stopped,
    };
    for (const worker_t *worker = pd->workers; worker; worker = worker->next)
        if (worker->pool == pool && worker->version == pool->version)
            count_worker(&facts, worker, now);
    return facts;
}

/* The READY worker that has been idle longest: of this pool, or with other set
 * of any pool but this one that can spare it. */
static worker_t *longest_idle(const pool_t *pool, int other, int64_t now)
{
    worker_t *found = NULL;
    for (worker_t *worker = pool->pd->workers; worker; worker = worker->next) {
        if (worker->state != WORKER_READY || !worker->idle_since ||
            !worker->pool || (worker->pool == pool) == other)
            continue;
        if (other &&
            (now - worker->idle_since < DEMAND_SPARE_US ||
             pool_workers(worker->pool) <= worker->pool->definition.min))
            continue;
        if (!found || worker->idle_since < found->idle_since)
            found = worker;
    }
    return found;
}

static void retire(const pool_t *pool, uint32_t count, int other, int64_t now)
{
    while (count-- > 0) {
        worker_t *worker = longest_idle(pool, other, now);
        if (!worker)
            return;
        worker_leave(worker);
    }
}

/* Other pools give what this one lacks. */
static void make_room(const pool_t *pool, uint32_t lacking, int64_t now)
{
    uint32_t coming = lacking > 0 ? on_their_way(pool->pd) : 0;
    if (lacking > coming)
        retire(pool, lacking - coming, 1, now);
}

/* Its requests wait without a worker at work on any of them: that is worth
 * more than what each of them says when it gives up. */
static void tell_lack(pool_t *pool, const plan_facts_t *facts, int64_t now)
{
    if (facts->ready + facts->starting > 0 ||
        (pool->lack_told && now - pool->lack_told < DEMAND_TELL_US))
        return;
    pool->lack_told = now;
    log_say(LOG_WARN, "PERSIST%d: %s: requests wait for the first of pool %s",
            WIRE_FAULT_WORKERS_FULL, wire_fault_text(WIRE_FAULT_WORKERS_FULL),
            pool->definition.script);
}

/* When the plan will have something new to say. */
static void remind(const pool_t *pool, const plan_facts_t *facts, int64_t now)
{
    if (facts->held && (facts->waiting > 0 || facts->worn > 0))
        clock_due(pool->pd, pool->backoff.retry_at);
    if (facts->pace == 0 && (facts->waiting > 0 || facts->worn > 0))
        clock_due(pool->pd, pace_next(&pool->pace, now));
    for (worker_t *worker = pool->pd->workers; worker; worker = worker->next)
        if (worker->pool == pool && worker->idle_since &&
            !is_expired(worker, now))
            clock_due(pool->pd, worker->idle_since + pool->definition.idle_us);
}

/* The worker that this one leads to may end the next one: the list is read
 * anew after each. */
static void look_at_workers(pool_t *pool, int64_t now)
{
    worker_t *next;
    for (worker_t *worker = pool->pd->workers; worker; worker = next) {
        next = worker->next;
        if (worker->pool != pool)
            continue;
        worker_look(worker, now);
        if (worker->state == WORKER_KILLING && !worker->watch)
            worker_drop(worker); /* a clone that was not made */
    }
}

void demand_start(pool_t *pool, uint32_t count, int relief, int64_t now)
{
    while (count-- > 0 && worker_start(pool, relief) == 0)
        pace_take(&pool->pace, now);
}

void pool_look(pool_t *pool, uint32_t waiting)
{
    int64_t now = slots_now_us();
    look_at_workers(pool, now);
    plan_facts_t facts = take_facts(pool, waiting, now);
    if (facts.waiting > 0)
        pool->used = now;
    if (reload_pending(pool)) {
        reload_look(pool, now);
        return;
    }
    plan_t plan = plan_make(&facts);
    demand_start(pool, plan.start, 0, now);
    demand_start(pool, plan.relieve, 1, now);
    if (plan.yield)
        renew_relieved(pool);
    retire(pool, plan.retire, 0, now);
    make_room(pool, plan.lacking, now);
    if (plan.lacking > 0)
        tell_lack(pool, &facts, now);
    remind(pool, &facts, now);
}
