/* SPDX-License-Identifier: Apache-2.0 */
/* hears.c: one function for each kind of news. */

#include "pool/hears.h"

#include "base/heap.h"
#include "os/reap.h"
#include "pool/pool.h"
#include "pool/reason.h"
#include "pool/sources.h"
#include "pool/version.h"
#include "pool/view.h"
#include "slots_pool.h"
#include "state/agenda.h"
#include "state/say.h"
#include "worker/clone.h"

#include "common_clock.h"
#include "wire_fault.h"

#include <stdlib.h>

static int was_ready(const worker_t *worker)
{
    return worker->state == WORKER_READY ||
           (worker->state == WORKER_STARTING && worker->ready_at);
}

/* True if no other worker with this code has been READY: the known files then
 * belong to older code, or to workers that are gone. */
static int is_first_of_code(const pool_t *pool, const worker_t *worker)
{
    for (const worker_t *other = pool->workers; other; other = other->pool_next)
        if (other != worker && other->version == worker->version &&
            was_ready(other))
            return 0;
    return 1;
}

/* A file that was written while the worker loaded it may be in its memory in
 * the old or in the new version. sources_add() counts that as a change. */
static void loaded(pool_t *pool, const worker_news_t *news)
{
    const char *restart = pool->definition.restart;
    if (version_is_outdated(news->worker))
        return;
    if (restart) {
        wire_bytes_t path = {(const uint8_t *)restart, strlen(restart)};
        sources_add(pool->sources, &(wire_list_t){&path, 1}, news->since);
    }
    sources_add(pool->sources, news->files, news->since);
}

static void ready(pool_t *pool, const worker_news_t *news)
{
    const worker_t *worker = news->worker;
    if (news->first && !version_is_outdated(worker) &&
        is_first_of_code(pool, worker))
        pool_forget_sources(pool);
    loaded(pool, news);
    if (!news->first || worker->state != WORKER_STARTING)
        return; /* repeated, adopted, or leaving already */
    view_stat(pool);
    sources_stat(pool->sources);
}

/* Returns 1 if this crash is one of several in a row and the worker has not
 * taken a request. */
static int in_vain(pool_t *pool, const worker_end_t *end)
{
    int64_t now = common_now_us();
    backoff_crashed(&pool->backoff, now, end->age);
    return !end->served && backoff_holds(&pool->backoff, now);
}

/* A worker that was READY leaves. A script that always ends at once must not be
 * started again and again without a pause. */
static void leaves_ready(pool_t *pool, const worker_end_t *end)
{
    if (end->age >= BACKOFF_YOUNG_US || end->served)
        return;
    say_pool(pool, LOG_WARN, RECENT_FAULT, end->pid,
             "pool %s: pid %ld leaves before its first request",
             pool->definition.script, (long)end->pid);
    if (in_vain(pool, end))
        pool_useless(pool, heap_print("leaves before it takes a request"));
}

static void leaving(pool_t *pool, const worker_end_t *end)
{
    const char *what = "LEAVING before READY";
    if (end->outcome == LIFE_CRASHED)
        leaves_ready(pool, end);
    else if (end->outcome == LIFE_CLONE_FAILED)
        clone_failed(pool, what);
    else if (end->outcome == LIFE_BOOT_FAILED)
        pool_failed(pool, end->began, WIRE_FAULT_BOOT_EXIT,
                    reason_join(what, end->words));
}

static void keep_crash(pool_t *pool, const worker_end_t *end, const char *how)
{
    free(pool->crash);
    pool->crash =
        heap_print("%s\npid %ld %s\n", end->words, (long)end->pid, how);
    pool->crashed_at = common_now_us();
}

/* A READY worker that ends unasked may have taken a request with it. */
static void crashed(pool_t *pool, const worker_end_t *end)
{
    char how[REAP_TEXT_SIZE];
    reap_text(how, end->status);
    say_pool(pool, LOG_ERROR, RECENT_FAULT, end->pid,
             "PERSIST%04d: pool %s: pid %ld %s", WIRE_FAULT_WORKER_DIED,
             pool->definition.script, (long)end->pid, how);
    keep_crash(pool, end, how);
    if (in_vain(pool, end))
        pool_useless(pool, heap_print("%s before it took a request", how));
}

/* If memory was short, or someone killed the wrong process, that says nothing
 * about the script: waiting requests keep waiting for the next start. An older
 * failure is not reported in the meantime. */
static int is_pardoned(pool_t *pool, const worker_end_t *end)
{
    char text[REAP_TEXT_SIZE];
    if (end->fault || !reap_was_killed(end->status) ||
        !backoff_killed(&pool->backoff, common_now_us(), end->began,
                        pool->definition.boot_us))
        return 0;
    say_pool(pool, LOG_WARN, RECENT_FAULT, end->pid,
             "pool %s: pid %ld %s while it started; another one is started",
             pool->definition.script, (long)end->pid,
             reap_text(text, end->status));
    pool->fault = 0;
    slots_pool_recover(pool->pd->table, pool->index);
    return 1;
}

static char *reason(const pool_t *pool, const worker_end_t *end)
{
    return reason_of_end(end, pool->backoff.killed, pool->pd->options.user);
}

static void boot_failed(pool_t *pool, const worker_end_t *end)
{
    if (!is_pardoned(pool, end))
        pool_failed(pool, end->began, reason_fault(end), reason(pool, end));
}

static void clone_ended(pool_t *pool, const worker_end_t *end)
{
    char *why = reason(pool, end);
    clone_failed(pool, why);
    free(why);
}

static void ended(pool_t *pool, const worker_end_t *end)
{
    if (end->outcome == LIFE_CRASHED)
        crashed(pool, end);
    else if (end->outcome == LIFE_BOOT_FAILED)
        boot_failed(pool, end);
    else if (end->outcome == LIFE_CLONE_FAILED)
        clone_ended(pool, end);
    if (!pool->workers && !pool->fault)
        pool_forget_sources(pool); /* a changed file may repair a failed boot */
}

void pool_hears(persistd_t *pd, const worker_news_t *news)
{
    pool_t *pool = news->pool;
    (void)pd;
    if (!pool)
        return;
    switch (news->kind) {
    case NEWS_READY:
        ready(pool, news);
        break;
    case NEWS_LOADED:
        loaded(pool, news);
        break;
    case NEWS_LEAVING:
        leaving(pool, &news->end);
        break;
    case NEWS_ENDED:
        ended(pool, &news->end);
        break;
    }
    agenda_pool(pool);
}
