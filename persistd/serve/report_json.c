/* SPDX-License-Identifier: Apache-2.0 */
/* report_json.c: the report for programs. */

#include "serve/report_json.h"

#include "base/escape.h"
#include "base/heap.h"
#include "serve/report_recent.h"

#include "common_clock.h"
#include "wire_fault.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void json_bytes(FILE *out, const char *name, const char *text,
                       size_t len)
{
    char *escaped = heap_make(len, ESCAPE_GROWTH);
    size_t used = escape_json(escaped, text, len);
    fprintf(out, "\"%s\":\"%.*s\"", name, (int)used, escaped);
    free(escaped);
}

static void json_text(FILE *out, const char *name, const char *text)
{
    json_bytes(out, name, text, strlen(text));
}

static void json_worker(FILE *out, const worker_t *worker)
{
    slots_slot_t *slot = &worker->pd->table->slots[worker->slot];
    int64_t now = common_now_us();
    fprintf(out,
            "{\"pid\":%ld,\"slot\":%u,\"incarnation\":%u,\"state\":\"%s\","
            "\"state_ms\":%lld,\"idle_ms\":%lld,\"capacity\":%u,\"busy\":%u,"
            "\"places\":%u,"
            "\"requests\":%llu,\"version\":\"%016llx\"}",
            (long)worker->pid, worker->slot, worker->incarnation,
            worker_state_text(worker->state),
            (long long)(now - worker->since) / 1000,
            worker->idle_since ? (long long)(now - worker->idle_since) / 1000
                               : 0,
            worker->capacity, report_facts_busy(worker), worker->places,
            (unsigned long long)atomic_load(&slot->requests),
            (unsigned long long)worker->version);
}

static void json_workers(FILE *out, const pool_t *pool)
{
    const char *comma = "";
    fputs(",\"workers\":[", out);
    for (const worker_t *worker = pool->workers; worker;
         worker = worker->pool_next) {
        fputs(comma, out);
        json_worker(out, worker);
        comma = ",";
    }
    fputc(']', out);
}

static void json_tally(FILE *out, const char *name, const slots_tally_t *tally)
{
    fprintf(out, ",\"%s\":{\"sum_us\":%llu,\"counts\":[", name,
            (unsigned long long)tally->sum_us);
    for (uint32_t i = 0; i < SLOTS_BUCKETS; i++)
        fprintf(out, "%s%llu", i ? "," : "",
                (unsigned long long)tally->counts[i]);
    fputs("]}", out);
}

/* Writes one row with this number of each step. */
static void json_steps(FILE *out, const history_t *history, const char *name,
                       size_t offset)
{
    fprintf(out, ",\"%s\":[", name);
    for (uint32_t n = 0; n < history->count; n++) {
        const char *step = (const char *)history_at(history, n);
        fprintf(out, "%s%u", n ? "," : "", *(const uint32_t *)(step + offset));
    }
    fputc(']', out);
}

#define STEPS(name)                                                            \
    json_steps(out, history, #name, offsetof(history_step_t, name))

static void json_history(FILE *out, const history_t *history)
{
    fprintf(out, ",\"history\":{\"step_ms\":%d", HISTORY_STEP_US / 1000);
    STEPS(requests);
    STEPS(service_us);
    STEPS(queued);
    STEPS(queue_us);
    STEPS(failed);
    STEPS(workers);
    fputc('}', out);
}

static void json_line(FILE *out, const recent_line_t *line)
{
    fprintf(out, "{\"time_us\":%lld,\"kind\":\"%s\",\"pid\":%ld,",
            (long long)line->time, recent_kind_text(line->kind),
            (long)line->pid);
    json_bytes(out, "id", line->id, line->id_len);
    fputc(',', out);
    json_bytes(out, "text", line->text, report_recent_length(line));
    fputc('}', out);
}

static void json_log(FILE *out, const pool_t *pool, const report_scope_t *scope)
{
    const recent_node_t *node = report_recent(out, pool, scope);
    if (scope->lines == 0)
        return;
    fputs(",\"log\":[", out);
    for (const char *comma = ""; node; node = node->next, comma = ",") {
        fputs(comma, out);
        json_line(out, &node->line);
    }
    fputc(']', out);
}

static void json_pool(FILE *out, const pool_t *pool,
                      const report_scope_t *scope)
{
    report_facts_t facts;
    report_facts_take(&facts, pool);
    fprintf(out, "{\"pool\":%u,", pool->index);
    json_text(out, "script", pool->definition.script);
    fprintf(
        out,
        ",\"state\":\"%s\",\"workers_min\":%u,\"workers_max\":%u,"
        "\"waiting\":%u,\"together\":%u,\"requests\":%llu,\"mean_us\":%llu,"
        "\"queued\":%llu,\"refused\":%llu,\"failed\":%llu,"
        "\"version\":\"%016llx\",\"superseded\":%s,\"fault\":%d,"
        "\"retry_ms\":%lld,",
        facts.state, (uint32_t)pool->definition.workers_min,
        (uint32_t)pool->definition.workers_max, facts.waiting, facts.together,
        (unsigned long long)facts.service.count,
        (unsigned long long)facts.mean_us, (unsigned long long)facts.wait.count,
        (unsigned long long)facts.refused, (unsigned long long)facts.failed,
        (unsigned long long)pool->version, pool->superseded ? "true" : "false",
        pool->fault, (long long)facts.retry_ms);
    json_text(out, "fault_meaning",
              pool->fault ? wire_fault_text(pool->fault) : "");
    fputc(',', out);
    json_text(out, "fault_text", pool->fault ? pool->fault_text : "");
    fprintf(
        out, ",\"boots\":%llu,\"boot_mean_us\":%llu",
        (unsigned long long)pool->boots,
        (unsigned long long)(pool->boots ? pool->boot_us / pool->boots : 0));
    json_tally(out, "service", &facts.service);
    json_tally(out, "wait", &facts.wait);
    json_history(out, &pool->history);
    json_workers(out, pool);
    json_log(out, pool, scope);
    fputc('}', out);
}

static void json_bounds(FILE *out)
{
    fputs(",\"bounds_us\":[", out);
    for (uint32_t i = 0; i + 1 < SLOTS_BUCKETS; i++)
        fprintf(out, "%s%llu", i ? "," : "",
                (unsigned long long)slots_histogram_bound(i));
    fputc(']', out);
}

void report_json(FILE *out, persistd_t *pd, const report_scope_t *scope)
{
    const pool_t *pool;
    const char *comma = "";
    fputc('{', out);
    json_text(out, "instance", pd->options.instance);
    fprintf(out,
            ",\"pid\":%ld,\"phase\":\"%s\",\"workers\":%u,"
            "\"places\":%u,\"max_workers\":%u",
            (long)getpid(), pd->stopping ? "stopping" : "serving",
            pd->worker_count, pd->places, pd->settings.max_workers);
    fputc(',', out);
    json_text(out, "older", pd->installed.newer ? pd->installed.newer : "");
    json_bounds(out);
    fputs(",\"pools\":[", out);
    for (uint32_t i = 0; (pool = report_next(pd, scope, &i)) != NULL;) {
        fputs(comma, out);
        json_pool(out, pool, scope);
        comma = ",";
    }
    fputs("]}\n", out);
}
