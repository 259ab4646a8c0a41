/* SPDX-License-Identifier: Apache-2.0 */
/* report.c: gathers what is reported, and the form for people. */

#include "serve/report.h"

#include "base/escape.h"
#include "base/heap.h"
#include "serve/report_facts.h"
#include "slots_queue.h"
#include "slots_unit.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

void report_facts_take(report_facts_t *facts, const pool_t *pool)
{
    slots_table_t *table = pool->pd->table;
    slots_pool_t *shared = &table->pools[pool->index];
    int64_t wait = pool->backoff.retry_at - slots_now_us();
    facts->state = pool_state(pool);
    facts->workers = pool_workers(pool);
    facts->waiting = slots_queue_length(table, pool->index);
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
    const slots_slot_t *slot = &worker->pd->table->slots[worker->slot];
    uint32_t busy = 0;
    for (uint32_t i = 0; worker->seated && i < worker->capacity; i++) {
        slots_unit_state_t state =
            slots_unit_state(atomic_load(&slot->units[i]));
        busy += state == SLOTS_LEASED || state == SLOTS_FINISHING;
    }
    return busy;
}

/* The path itself, or below it. */
static int is_within(const char *script, wire_bytes_t path)
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
            is_within(pool->definition.script, scope->path))
            return pool;
    }
    return NULL;
}

/* Paths and last words may hold anything. */
static void put_escaped(FILE *out, const char *text)
{
    size_t len = strlen(text);
    char *escaped = heap_make(len, ESCAPE_GROWTH);
    fwrite(escaped, 1, escape_log(escaped, text, len), out);
    free(escaped);
}

static void text_worker(FILE *out, const worker_t *worker)
{
    slots_slot_t *slot = &worker->pd->table->slots[worker->slot];
    int64_t age = (slots_now_us() - worker->since) / 1000000;
    fprintf(out, "  pid %-8ld %-9s for %llds, %u/%u busy, %llu requests\n",
            (long)worker->pid, worker_state_text(worker->state), (long long)age,
            report_facts_busy(worker), worker->capacity,
            (unsigned long long)atomic_load(&slot->requests));
}

static void text_pool(FILE *out, const pool_t *pool)
{
    report_facts_t facts;
    report_facts_take(&facts, pool);
    put_escaped(out, pool->definition.script);
    fprintf(out,
            "\n  %s, %u of %u workers, %u waiting; %llu requests, mean %.1f ms,"
            " %llu queued, %llu refused, %llu failed\n",
            facts.state, facts.workers, pool->definition.max, facts.waiting,
            (unsigned long long)facts.service.count,
            (double)facts.mean_us / 1000, (unsigned long long)facts.wait.count,
            (unsigned long long)facts.refused,
            (unsigned long long)facts.failed);
    if (pool->fault) {
        fprintf(out, "  PERSIST%04d, next try in %lld ms: ", pool->fault,
                (long long)facts.retry_ms);
        put_escaped(out, pool->fault_text);
        fputc('\n', out);
    }
    for (const worker_t *worker = pool->workers; worker;
         worker = worker->pool_next)
        text_worker(out, worker);
}

void report_text(FILE *out, persistd_t *pd, const report_scope_t *scope)
{
    const pool_t *pool;
    uint32_t pools = 0;
    fprintf(out, "persistd pid %ld, %s, %u of %u workers\n", (long)getpid(),
            pd->stopping ? "stopping" : "serving", pd->worker_count,
            pd->settings.max_workers);
    for (uint32_t i = 0; (pool = report_next(pd, scope, &i)) != NULL;) {
        pools++;
        fputc('\n', out);
        text_pool(out, pool);
    }
    if (pools == 0)
        fputs("no pools yet\n", out);
}

static void (*const forms[])(FILE *, persistd_t *, const report_scope_t *) = {
    [WIRE_STATUS_TEXT] = report_text,
    [WIRE_STATUS_JSON] = report_json,
    [WIRE_STATUS_FIELDS] = report_fields,
    [WIRE_STATUS_METRICS] = report_metrics,
};

char *report_make(persistd_t *pd, int format, const report_scope_t *scope,
                  size_t *len)
{
    char *text = NULL;
    FILE *out = open_memstream(&text, len);
    if (out)
        forms[format](out, pd, scope);
    if (out && fclose(out) == 0)
        return text;
    free(text);
    *len = 0;
    return heap_text("", 0);
}
