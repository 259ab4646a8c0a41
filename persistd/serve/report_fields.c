/* SPDX-License-Identifier: Apache-2.0 */
/* report_fields.c: the report for persistctl: a record for the instance, each
 * pool and each worker. */

#include "serve/report_fields.h"

#include "common_clock.h"
#include "serve/report_record.h"

#include <inttypes.h>
#include <unistd.h>

static void put_worker(FILE *out, const worker_t *worker)
{
    slots_slot_t *slot = &worker->pd->table->slots[worker->slot];
    int64_t now = common_now_us();
    report_record_number(out, "worker", (int64_t)worker->pid);
    report_record_text(out, "script", worker->pool->definition.script);
    report_record_text(out, "state", worker_state_text(worker->state));
    report_record_number(out, "state_ms", (now - worker->since) / 1000);
    report_record_number(out, "idle_ms",
                         worker->idle_since ? (now - worker->idle_since) / 1000
                                            : 0);
    report_record_number(out, "busy", report_facts_busy(worker));
    report_record_number(out, "capacity", worker->capacity);
    report_record_number(out, "requests",
                         (int64_t)atomic_load(&slot->requests));
    report_record_end(out);
}

/* Whose pool it is. */
static void put_name(FILE *out, const pool_t *pool)
{
    const char *folder = definition_folder(&pool->definition);
    report_record_text(out, "pool", pool->definition.script);
    if (folder)
        report_record_text(out, "folder", folder);
    fprintf(out, "id=%u.%" PRIu64, pool->index, pool->generation);
    fputc('\0', out);
}

static void put_settings(FILE *out, report_settings_t settings)
{
    static const char *const words[] = {[REPORT_SETTINGS_ONLY] = "only",
                                        [REPORT_SETTINGS_NEW] = "new",
                                        [REPORT_SETTINGS_OTHER] = "other",
                                        [REPORT_SETTINGS_DRAINING] = "draining",
                                        [REPORT_SETTINGS_OLD] = "old"};
    report_record_text(out, "settings", words[settings]);
}

static void put_pool(FILE *out, const pool_t *pool)
{
    report_facts_t facts;
    report_facts_take(&facts, pool);
    put_name(out, pool);
    report_record_text(out, "state", facts.state);
    put_settings(out, facts.settings);
    report_record_number(out, "workers", facts.workers);
    report_record_number(out, "min", pool->definition.workers_min);
    report_record_number(out, "max", pool->definition.workers_max);
    report_record_number(out, "waiting", facts.waiting);
    report_record_number(out, "requests", (int64_t)facts.service.count);
    report_record_number(out, "mean_us", (int64_t)facts.mean_us);
    report_record_number(out, "queued", (int64_t)facts.wait.count);
    report_record_number(out, "refused", (int64_t)facts.refused);
    report_record_number(out, "failed", (int64_t)facts.failed);
    report_record_number(out, "used_us", pool_used(pool));
    report_record_number(out, "fault", pool->fault);
    report_record_number(out, "retry_ms", facts.retry_ms);
    report_record_end(out);
    for (const worker_t *worker = pool->workers; worker;
         worker = worker->pool_next)
        put_worker(out, worker);
}

void report_fields(FILE *out, persistd_t *pd, const report_scope_t *scope)
{
    const pool_t *pool;
    report_record_text(out, "instance", pd->options.instance);
    report_record_number(out, "pid", (int64_t)getpid());
    report_record_text(out, "phase", pd->stopping ? "stopping" : "serving");
    report_record_number(out, "workers", pd->worker_count);
    report_record_number(out, "max_workers", pd->settings.max_workers);
    report_record_end(out);
    for (uint32_t i = 0; (pool = report_next(pd, scope, &i)) != NULL;)
        put_pool(out, pool);
}
