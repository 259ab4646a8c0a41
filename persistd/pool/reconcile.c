/* SPDX-License-Identifier: Apache-2.0 */
/* reconcile.c: counts, calls decide/plan.c, and does what it returns. */

#include "pool/reconcile.h"

#include "base/log.h"
#include "decide/calm.h"
#include "decide/plan.h"
#include "os/processors.h"
#include "pool/admit.h"
#include "pool/capacity.h"
#include "pool/host.h"
#include "pool/pool.h"
#include "pool/reload.h"
#include "pool/replace.h"
#include "pool/shortage.h"
#include "pool/sources.h"
#include "pool/start.h"
#include "pool/trim.h"
#include "pool/version.h"
#include "pool/view.h"
#include "slots_free.h"
#include "slots_histogram.h"
#include "slots_pool.h"
#include "slots_queue.h"
#include "slots_stats.h"
#include "state/agenda.h"
#include "worker/ahead.h"
#include "worker/boot.h"
#include "worker/leave.h"

#include "common_clock.h"
#include "wire_fault.h"

static int is_expired(const worker_t *worker, int64_t now)
{
    return worker->idle_since &&
           now - worker->idle_since >= worker->pool->definition.idle_us;
}

/* A FREE unit of a busy worker is none if its request would wait. */
static uint32_t free_units(const worker_t *worker)
{
    const slots_census_t units =
        slots_free_census(worker->pd->table, worker->run);
    uint32_t used = units.leased + units.finishing;
    uint32_t left = used < worker->capacity ? worker->capacity - used : 0;
    return units.free < left ? units.free : left;
}

static void count_worker(plan_facts_t *facts, const worker_t *worker,
                         int64_t now)
{
    if (life_is_starting(worker->state, worker->fault)) {
        facts->starting++;
        facts->replacements += (uint32_t)worker->replacement;
    } else if (worker->state == WORKER_READY) {
        facts->ready++;
        facts->free += free_units(worker);
        facts->worn += worker->worn != WEAR_NONE;
        facts->expired += (uint32_t)is_expired(worker, now);
    }
}

/* Before SETTINGS it is unknown how many workers may run. An adopted worker
 * must not leave meanwhile because no other worker seems to have a place. */
static int is_suspended(const pool_t *pool)
{
    return pool->pd->stopping || pool->stopped || !pool->pd->settings.known;
}

static plan_facts_t take_facts(const pool_t *pool, uint32_t waiting,
                               int64_t now)
{
    const persistd_t *pd = pool->pd;
    waiting += slots_queue_demand(pd->table, pool->index);
    uint32_t room = shortage_room(pool, waiting);
    plan_facts_t facts = {
        .waiting = waiting,
        .min = pool->definition.workers_min,
        .max = pool->definition.workers_max,
        .capacity = pool->capacity,
        .room = room,
        .seats = capacity_seats(pool),
        .leaving = capacity_unsettled(pd, room, now),
        .pace = pace_left(&pool->pace, now),
        .proven = pool->proven,
        .held = backoff_holds(&pool->backoff, now),
        .superseded = pool->superseded ||
                      sources_is_gone(pool->sources, pool->definition.script),
        .suspended = is_suspended(pool),
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
    while (count-- > 0 && (worker = longest_idle(pool)) != NULL) {
        log_debug("pool %s: pid %ld leaves: PersistIdleTimeout is over",
                  worker_script(worker), (long)worker->pid);
        worker_leave(worker);
    }
}

/* Sets the times when the plan may change without any other event. */
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

/* While a start is delayed for a moment, the place that was made for it stays
 * reserved, and no other worker has to leave. A pool that cannot start workers
 * because its file system does not answer needs no place. */
static void reconcile_shortage(pool_t *pool, const plan_facts_t *facts,
                               const plan_t *plan, int put_off, int64_t now)
{
    int lacks = facts->waiting > 0 && !pool->view.late;
    uint32_t shortage = lacks ? plan->shortage : 0;
    if (shortage > 0 || !lacks || !put_off)
        shortage_reconcile(pool, shortage, now);
}

/* The check of new code waits no longer than this for the file system. */
#define CHECK_US 1500000

/* The script may have been replaced between the look before exec and the moment
 * when the interpreter read it. The worker then has neither version for
 * certain. A change that is noticed too late is handled like any other change.
 * Returns 1 while this is not known. */
static int is_in_check(const pool_t *pool, const worker_t *worker, int64_t now)
{
    return (!view_is_settled(pool) || !sources_are_settled(pool->sources)) &&
           now - worker->ready_at < CHECK_US;
}

static void open_one(pool_t *pool, worker_t *worker)
{
    int64_t took = common_now_us() - worker->since;
    pool->proven = 1;
    pool->fault = 0;
    backoff_forgive(&pool->backoff);
    pool->boots++;
    pool->boot_us += (uint64_t)took;
    if (!worker->cloned)
        pool->exec_us = took;
    boot_open(worker);
    pool->capacity = worker->capacity;
    if (worker->replacement)
        replace_retire_worn(pool);
    worker->replacement = 0;
}

/* Workers that have sent READY serve, or leave, after their code was
 * checked. */
static void open_checked(pool_t *pool, int64_t now)
{
    for (worker_t *worker = pool->workers; worker; worker = worker->pool_next) {
        if (worker->state != WORKER_STARTING || !worker->ready_at)
            continue;
        if (is_in_check(pool, worker, now)) {
            agenda_at(pool->pd, worker->ready_at + CHECK_US);
            continue;
        }
        worker->ready_at = 0;
        if (version_is_outdated(worker))
            worker_leave(worker);
        else
            open_one(pool, worker);
    }
}

/* Each tick of the pool comes here, so a unit that could not be withdrawn is
 * withdrawn later. */
static void offer_ahead(const pool_t *pool, const plan_facts_t *facts)
{
    slots_table_t *table = pool->pd->table;
    uint32_t processors = pool->pd->processors;
    uint32_t wanted =
        ahead_wanted(&pool->ahead, facts->ready,
                     together_enough(&pool->together, facts->max, processors),
                     table->sizes.owners, pool->pd->settings.max_workers);
    slots_pool_look(table, pool->index, ahead_look_us(&pool->ahead));
    slots_pool_ahead(table, pool->index, wanted);
    slots_pool_together(
        table, pool->index,
        wanted ? together_wanted(&pool->together, facts->ready, processors)
               : 0);
    for (worker_t *worker = pool->workers; worker; worker = worker->pool_next)
        ahead_set(worker, worker->version == pool->version ? wanted : 0);
}

static int is_nothing(const plan_t *plan)
{
    return plan->start + plan->replace + plan->retire + plan->retire_worn +
               plan->shortage ==
           0;
}

static int is_same(const plan_t *a, const plan_t *b)
{
    return a->start == b->start && a->replace == b->replace &&
           a->retire == b->retire && a->retire_worn == b->retire_worn &&
           a->shortage == b->shortage;
}

static void log_plan(pool_t *pool, const plan_facts_t *facts,
                     const plan_t *plan)
{
    int same = is_same(plan, &pool->planned);
    pool->planned = *plan;
    if (same || is_nothing(plan))
        return;
    log_say(LOG_DEBUG,
            "pool %s: plan: start %u, replace %u, retire %u idle and %u worn, "
            "no place for %u; %u wait, %u starting, %u ready",
            pool->definition.script, plan->start, plan->replace, plan->retire,
            plan->retire_worn, plan->shortage, facts->waiting, facts->starting,
            facts->ready);
}

static void log_backoff(pool_t *pool, int64_t now)
{
    int held = backoff_holds(&pool->backoff, now);
    if (held && !pool->held)
        log_say(LOG_DEBUG, "pool %s: back-off: no start for %lld ms",
                pool->definition.script,
                (long long)(pool->backoff.retry_at - now) / 1000);
    else if (!held && pool->held)
        log_say(LOG_DEBUG, "pool %s: back-off is over",
                pool->definition.script);
    pool->held = held;
}

static void carry_out(pool_t *pool, plan_facts_t *facts, int64_t now)
{
    plan_t plan = plan_make(facts);
    if (log_is_debug)
        log_plan(pool, facts, &plan);
    int put_off = pool_start_workers(pool, plan.start, 0, now);
    pool_start_workers(pool, plan.replace, 1, now);
    if (plan.retire_worn)
        replace_retire_worn(pool);
    retire(pool, plan.retire);
    facts->room -= plan.start + plan.replace;
    plan.shortage += host_reconcile(pool, facts, now);
    reconcile_shortage(pool, facts, &plan, put_off || plan.paced, now);
    remind(pool, facts, now);
}

void pool_reconcile(pool_t *pool, uint32_t waiting)
{
    int64_t now = common_now_us();
    waiting = view_waiting(pool, waiting);
    open_checked(pool, now);
    if (log_is_debug)
        log_backoff(pool, now);
    plan_facts_t facts = take_facts(pool, waiting, now);
    if (facts.waiting > 0)
        pool->used = now;
    if (version_is_changing(pool)) {
        host_reconcile(pool, &facts, now);
        reload_step(pool, now);
    } else {
        carry_out(pool, &facts, now);
    }
    offer_ahead(pool, &facts);
    pool->view.fresh = 0;
}

/* Returns 1 if some pool was marked. */
static int reconcile_round(persistd_t *pd)
{
    uint32_t count = pd->agenda.pools.count;
    pool_t *pool;
    for (uint32_t left = count;
         left > 0 && (pool = agenda_take(&pd->agenda.pools)) != NULL; left--)
        pool_reconcile(pool, 0);
    return count > 0;
}

void pool_reconcile_marked(persistd_t *pd)
{
    if (reconcile_round(pd))
        reconcile_round(pd);
}

/* The table may differ from our record, because a predecessor was killed while
 * it carried out an order, or because someone has written into the table. It
 * has to be corrected, since httpd does not ask about a stop that it finds
 * there. */
static void pool_correct(pool_t *pool)
{
    slots_table_t *table = pool->pd->table;
    uint32_t fault = atomic_load(&table->pools[pool->index].fault);
    if (!pool->stopped && fault == WIRE_FAULT_STOPPED)
        slots_pool_recover(table, pool->index);
    else if (pool->stopped && fault != WIRE_FAULT_STOPPED)
        pool_stop(pool);
}

#define POOL_SETTLED_US 10000000 /* ten seconds */

/* True if the script's old settings are back: requests come to this pool, and
 * have not come to the current one for a while. httpd finds the pool in the
 * table and does not report this. If both are used for a moment, the settings
 * are being changed; if both are used for long, two places serve the same
 * script. */
static int pool_is_back(const pool_t *pool, int64_t now)
{
    int64_t used = pool_used(pool);
    const pool_t *other;
    if (!pool->superseded || pool->stopped || now - used > POOL_SETTLED_US)
        return 0;
    for (uint32_t at = 0; (other = pool_next_sibling(pool, &at)) != NULL;)
        if (!other->superseded && used - pool_used(other) <= POOL_SETTLED_US)
            return 0;
    return 1;
}

/* The script may have been given to another user. Its version, by which a
 * change is noticed, is the same then. */
static void look_at_owner(pool_t *pool)
{
    uid_t owner = sources_owner(pool->sources, pool->definition.script);
    if (owner != POOL_NOBODY && owner != pool->owner && !pool->view.look)
        view_stat(pool);
}

static void measure(pool_t *pool, int64_t now)
{
    const slots_table_t *table = pool->pd->table;
    slots_told_sums_t told;
    slots_tally_t served;
    slots_stats_service(table, pool->index, &served);
    preempt_count(&pool->popularity, served.count, now);
    ahead_measure(&pool->ahead, served.count, served.sum_us,
                  slots_tally_within(&served, AHEAD_QUICK_US));
    slots_stats_sleeps(table, pool->index, &told);
    together_measure(&pool->together, told.requests, told.us, told.slept_us);
}

static void look_at_processors(persistd_t *pd, int64_t now)
{
    pd->processors = processors_count();
    slots_set_calm(
        pd->table, now,
        calm_measure(&pd->calm, now, processors_idle_us(), pd->processors));
}

void pool_tick_all(persistd_t *pd)
{
    int64_t now = common_now_us();
    trim_tick(pd);
    look_at_processors(pd, now);
    for (uint32_t i = 0; i < pd->table->sizes.pools; i++) {
        pool_t *pool = pd->pools[i];
        if (!pool)
            continue;
        pool_correct(pool);
        measure(pool, now);
        sources_tick(pool->sources, now);
        look_at_owner(pool);
        if (pool_is_back(pool, now))
            pool_make_current(pool);
        agenda_pool_alone(pool);
        pool_tidy(pool, now);
    }
}
