/* SPDX-License-Identifier: Apache-2.0 */
/* reconcile.c: pool_look(): counts, asks plan.c, and does what it says. */

#include "pool/reconcile.h"

#include "decide/plan.h"
#include "pool/reload.h"
#include "pool/replace.h"
#include "pool/shortage.h"
#include "slots_queue.h"
#include "state/agenda.h"

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

uint32_t demand_seats(const pool_t *pool)
{
    uint32_t taken = pool_workers(pool);
    return taken < SLOTS_POOL_SLOTS ? SLOTS_POOL_SLOTS - taken : 0;
}

int demand_makes_room(const worker_t *worker, int64_t now)
{
    return worker->state > WORKER_READY && now - worker->since < ROOM_LEAVE_US;
}

uint32_t demand_leaving(const persistd_t *pd, int64_t now)
{
    uint32_t count = 0;
    if (pd->going == 0)
        return 0;
    for (const worker_t *worker = pd->workers; worker; worker = worker->next)
        count += (uint32_t)demand_makes_room(worker, now);
    return count;
}

uint32_t demand_unsettled(const persistd_t *pd, uint32_t room, int64_t now)
{
    return demand_leaving(pd, now) + demand_room(pd) - room;
}

static plan_facts_t take_facts(const pool_t *pool, uint32_t waiting,
                               int64_t now)
{
    const persistd_t *pd = pool->pd;
    waiting += slots_queue_demand(pd->table, pool->index);
    uint32_t room = lack_room(pool, waiting);
    plan_facts_t facts = {
        .waiting = waiting,
        .min = pool->definition.min,
        .max = pool->definition.max,
        .capacity = pool->capacity,
        .room = room,
        .seats = demand_seats(pool),
        .leaving = demand_unsettled(pd, room, now),
        .pace = pace_left(&pool->pace, now),
        .proven = pool->proven,
        .held = backoff_holds(&pool->backoff, now),
        .superseded = pool->superseded ||
                      sources_is_gone(pool->sources, pool->definition.script),
        .stopping = pd->stopping || pool->stopped,
    };
    for (const worker_t *worker = pool->workers; worker;
         worker = worker->pool_next)
        if (worker->version == pool->version)
            count_worker(&facts, worker, now);
    return facts;
}

static worker_t *longest_idle(const pool_t *pool)
{
    worker_t *found = NULL;
    for (worker_t *worker = pool->workers; worker; worker = worker->pool_next)
        if (worker->state == WORKER_READY && worker->idle_since &&
            (!found || worker->idle_since < found->idle_since))
            found = worker;
    return found;
}

static void retire(const pool_t *pool, uint32_t count)
{
    worker_t *worker;
    while (count-- > 0 && (worker = longest_idle(pool)) != NULL)
        worker_leave(worker);
}

/* When the plan will have something new to say. */
static void remind(const pool_t *pool, const plan_facts_t *facts, int64_t now)
{
    if (facts->held && (facts->waiting > 0 || facts->worn > 0))
        agenda_at(pool->pd, pool->backoff.retry_at);
    if (facts->pace == 0 && (facts->waiting > 0 || facts->worn > 0))
        agenda_at(pool->pd, pace_next(&pool->pace, now));
    for (worker_t *worker = pool->workers; worker; worker = worker->pool_next)
        if (worker->idle_since && !is_expired(worker, now))
            agenda_at(pool->pd, worker->idle_since + pool->definition.idle_us);
}

/* A clone that was not made has no process, whose end would free its record. */
static void look_at_workers(pool_t *pool, int64_t now)
{
    worker_t *next;
    for (worker_t *worker = pool->workers; worker; worker = next) {
        next = worker->pool_next;
        worker_look(worker, now);
        if (worker->state == WORKER_KILLING && !worker->watch)
            worker_drop(worker);
    }
}

int demand_start(pool_t *pool, uint32_t count, int relief, int64_t now)
{
    if (count == 0)
        return 0;
    if (!view_allows(pool))
        return !pool->view.late;
    for (; count > 0 && worker_start(pool, relief) == 0; count--)
        pace_take(&pool->pace, now);
    return count > 0 && !backoff_holds(&pool->backoff, now);
}

/* While a start is put off for a moment the place that was made for it stays
 * the pool's, and nobody else gives way. A pool that can't start anything, as
 * its file system does not answer, needs no place. */
static void look_for_room(pool_t *pool, const plan_facts_t *facts,
                          const plan_t *plan, int put_off, int64_t now)
{
    int lacks = facts->waiting > 0 && !pool->view.late;
    uint32_t lacking = lacks ? plan->lacking : 0;
    if (lacking > 0 || !lacks || !put_off)
        lack_look(pool, lacking, now);
}

void pool_look(pool_t *pool, uint32_t waiting)
{
    int64_t now = slots_now_us();
    pool->view.asked = waiting;
    look_at_workers(pool, now);
    plan_facts_t facts = take_facts(pool, waiting, now);
    if (facts.waiting > 0)
        pool->used = now;
    if (reload_pending(pool)) {
        reload_look(pool, now);
        return;
    }
    plan_t plan = plan_make(&facts);
    int put_off = demand_start(pool, plan.start, 0, now);
    demand_start(pool, plan.relieve, 1, now);
    if (plan.yield)
        renew_relieved(pool);
    retire(pool, plan.retire);
    look_for_room(pool, &facts, &plan, put_off || plan.paced, now);
    remind(pool, &facts, now);
}
