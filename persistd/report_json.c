/* SPDX-License-Identifier: Apache-2.0 */
/* report_json.c: the report for programs. */

#include "escape.h"
#include "heap.h"
#include "report_facts.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void json_text(FILE *out, const char *name, const char *text)
{
    size_t len = strlen(text);
    char *escaped = heap_make(len, ESCAPE_GROWTH);
    size_t used = escape_json(escaped, text, len);
    fprintf(out, "\"%s\":\"%.*s\"", name, (int)used, escaped);
    free(escaped);
}

static void json_worker(FILE *out, const worker_t *worker)
{
    slots_slot_t *slot = &worker->pd->table->slots[worker->slot];
    int64_t now = slots_now_us();
    fprintf(out,
            "{\"pid\":%ld,\"slot\":%u,\"incarnation\":%u,\"state\":\"%s\","
            "\"state_ms\":%lld,\"idle_ms\":%lld,\"capacity\":%u,\"busy\":%u,"
            "\"requests\":%llu,\"version\":\"%016llx\"}",
            (long)worker->pid, worker->slot, worker->incarnation,
            worker_state_text(worker->state),
            (long long)(now - worker->since) / 1000,
            worker->idle_since ? (long long)(now - worker->idle_since) / 1000
                               : 0,
            worker->capacity, report_facts_busy(worker),
            (unsigned long long)atomic_load(&slot->requests),
            (unsigned long long)worker->version);
}

static void json_workers(FILE *out, const pool_t *pool)
{
    const char *comma = "";
    fputs(",\"workers\":[", out);
    for (const worker_t *worker = pool->pd->workers; worker;
         worker = worker->next) {
        if (worker->pool != pool)
            continue;
        fputs(comma, out);
        json_worker(out, worker);
        comma = ",";
    }
    fputc(']', out);
}

static void json_pool(FILE *out, const pool_t *pool)
{
    report_facts_t facts;
    report_facts_take(&facts, pool);
    fputc('{', out);
    json_text(out, "script", pool->definition.script);
    fprintf(out,
            ",\"state\":\"%s\",\"workers_min\":%u,\"workers_max\":%u,"
            "\"waiting\":%u,\"requests\":%llu,\"mean_us\":%llu,"
            "\"queued\":%llu,\"refused\":%llu,\"failed\":%llu,"
            "\"version\":\"%016llx\",\"superseded\":%s,\"fault\":%d,"
            "\"retry_ms\":%lld,",
            facts.state, pool->definition.min, pool->definition.max,
            facts.waiting, (unsigned long long)facts.requests,
            (unsigned long long)facts.mean_us, (unsigned long long)facts.queued,
            (unsigned long long)facts.refused, (unsigned long long)facts.failed,
            (unsigned long long)pool->version,
            pool->superseded ? "true" : "false", pool->fault,
            (long long)facts.retry_ms);
    json_text(out, "fault_text", pool->fault ? pool->fault_text : "");
    json_workers(out, pool);
    fputc('}', out);
}

void report_json(FILE *out, persistd_t *pd, const report_filter_t *filter)
{
    const char *comma = "";
    fputc('{', out);
    json_text(out, "instance", pd->options.instance);
    fprintf(out,
            ",\"pid\":%ld,\"phase\":\"%s\",\"workers\":%u,"
            "\"max_workers\":%u,\"pools\":[",
            (long)getpid(), pd->stopping ? "stopping" : "serving",
            pd->worker_count, pd->settings.max_workers);
    for (uint32_t i = 0; i < pd->table->sizes.pools; i++) {
        const pool_t *pool = report_pool(pd, i, filter);
        if (!pool)
            continue;
        fputs(comma, out);
        json_pool(out, pool);
        comma = ",";
    }
    fputs("]}\n", out);
}
