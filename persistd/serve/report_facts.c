/* SPDX-License-Identifier: Apache-2.0 */
/* report_facts.c: reads a pool's record, its part of the table, and the units
 * of its workers. */

#include "serve/report_facts.h"

#include "common_clock.h"
#include "slots_free.h"
#include "slots_queue.h"

#include <string.h>

static const char *pool_state(const pool_t *pool)
{
    const char *state = "idle";
    if (pool->stopped)
        return "stopped";
    for (const worker_t *worker = pool->workers; worker;
         worker = worker->pool_next) {
        if (worker->state == WORKER_READY)
            return "ready";
        if (worker->state == WORKER_STARTING)
            state = "starting";
    }
    return pool->fault ? "failing" : state;
}

#define STILL_USED_US 60000000 /* a minute */

/* Where two places serve the script, requests go on to come to the pool that
 * had been superseded by the other one. */
static report_settings_t settings_of(const pool_t *pool, uint32_t workers)
{
    uint32_t at = 0;
    int64_t used = pool_used(pool);
    if (!pool->superseded)
        return pool_next_sibling(pool, &at) ? REPORT_SETTINGS_NEW
                                            : REPORT_SETTINGS_ONLY;
    if (used > pool->superseded_at && common_now_us() - used < STILL_USED_US)
        return REPORT_SETTINGS_OTHER;
    return workers > 0 ? REPORT_SETTINGS_DRAINING : REPORT_SETTINGS_OLD;
}

/* A worker that is not seated has no units. */
static slots_census_t census_of(const worker_t *worker)
{
    return worker->seated ? slots_free_census(worker->pd->table, worker->run)
                          : (slots_census_t){0};
}

/* The worker's requests, without those that it will drop. */
static uint32_t used_of(const slots_census_t *census)
{
    return census->leased + census->finishing - census->dropped;
}

/* A request that was given up does not wait. The units are read once, since
 * they change at any time. */
static uint32_t waiting_at(const worker_t *worker)
{
    const slots_census_t census = census_of(worker);
    uint32_t used = used_of(&census);
    uint32_t beyond = used > worker->capacity ? used - worker->capacity : 0;
    return beyond < census.leased ? beyond : census.leased;
}

/* The requests that wait at busy workers. */
static uint32_t ahead_of(const pool_t *pool)
{
    uint32_t count = 0;
    for (const worker_t *worker = pool->workers; worker;
         worker = worker->pool_next)
        count += waiting_at(worker);
    return count;
}

void report_facts_take(report_facts_t *facts, const pool_t *pool)
{
    slots_table_t *table = pool->pd->table;
    slots_pool_t *shared = &table->pools[pool->index];
    int64_t wait = pool->backoff.retry_at - common_now_us();
    facts->state = pool_state(pool);
    facts->workers = pool_workers(pool);
    facts->settings = settings_of(pool, facts->workers);
    facts->waiting = slots_queue_length(table, pool->index) + ahead_of(pool);
    facts->together = atomic_load(&shared->together);
    slots_stats_service(table, pool->index, &facts->service);
    slots_stats_wait(table, pool->index, &facts->wait);
    facts->refused = atomic_load(&shared->refused);
    facts->failed = atomic_load(&shared->failed);
    facts->mean_us =
        facts->service.count ? facts->service.sum_us / facts->service.count : 0;
    facts->retry_ms = wait > 0 ? wait / 1000 + 1 : 0;
}

uint32_t report_facts_busy(const worker_t *worker)
{
    const slots_census_t census = census_of(worker);
    uint32_t used = used_of(&census);
    return used < worker->capacity ? used : worker->capacity;
}

int report_is_within(const char *script, wire_bytes_t path)
{
    if (path.len == 0)
        return 1;
    if (strlen(script) < path.len || memcmp(script, path.data, path.len) != 0)
        return 0;
    return script[path.len] == '\0' || script[path.len] == '/' ||
           path.data[path.len - 1] == '/';
}

const pool_t *report_next(const persistd_t *pd, const report_scope_t *scope,
                          uint32_t *i)
{
    while (*i < pd->table->sizes.pools) {
        const pool_t *pool = pd->pools[(*i)++];
        if (pool && (!scope->uid || pool->owner == *scope->uid) &&
            report_is_within(pool->definition.script, scope->path))
            return pool;
    }
    return NULL;
}

int report_hides(const persistd_t *pd, const report_scope_t *scope)
{
    for (uint32_t i = 0; scope->uid && i < pd->table->sizes.pools; i++)
        if (pd->pools[i] && pd->pools[i]->owner != *scope->uid)
            return 1;
    return 0;
}
