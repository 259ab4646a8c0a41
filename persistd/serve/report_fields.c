/* SPDX-License-Identifier: Apache-2.0 */
/* report_fields.c: the report for persistctl. It consists of "name=value" NUL
 * records, like an environment, so that paths need no escapes. */

#include "serve/report_fields.h"

#include "common_clock.h"

#include <inttypes.h>
#include <unistd.h>

static void put_text(FILE *out, const char *name, const char *value)
{
    fprintf(out, "%s=%s", name, value);
    fputc('\0', out);
}

static void put_number(FILE *out, const char *name, int64_t value)
{
    fprintf(out, "%s=%" PRId64, name, value);
    fputc('\0', out);
}

static void put_end(FILE *out)
{
    fputc('\0', out);
}

static void put_worker(FILE *out, const worker_t *worker)
{
    slots_slot_t *slot = &worker->pd->table->slots[worker->slot];
    int64_t now = common_now_us();
    put_number(out, "worker", (int64_t)worker->pid);
    put_text(out, "script", worker->pool->definition.script);
    put_text(out, "state", worker_state_text(worker->state));
    put_number(out, "state_ms", (now - worker->since) / 1000);
    put_number(out, "idle_ms",
               worker->idle_since ? (now - worker->idle_since) / 1000 : 0);
    put_number(out, "busy", report_facts_busy(worker));
    put_number(out, "capacity", worker->capacity);
    put_number(out, "requests", (int64_t)atomic_load(&slot->requests));
    put_end(out);
}

/* Whose pool it is. */
static void put_name(FILE *out, const pool_t *pool)
{
    const char *folder = definition_folder(&pool->definition);
    put_text(out, "pool", pool->definition.script);
    if (folder)
        put_text(out, "folder", folder);
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
    put_text(out, "settings", words[settings]);
}

static void put_pool(FILE *out, const pool_t *pool)
{
    report_facts_t facts;
    report_facts_take(&facts, pool);
    put_name(out, pool);
    put_text(out, "state", facts.state);
    put_settings(out, facts.settings);
    put_number(out, "workers", facts.workers);
    put_number(out, "min", pool->definition.workers_min);
    put_number(out, "max", pool->definition.workers_max);
    put_number(out, "waiting", facts.waiting);
    put_number(out, "requests", (int64_t)facts.service.count);
    put_number(out, "mean_us", (int64_t)facts.mean_us);
    put_number(out, "queued", (int64_t)facts.wait.count);
    put_number(out, "refused", (int64_t)facts.refused);
    put_number(out, "failed", (int64_t)facts.failed);
    put_number(out, "used_us", pool_used(pool));
    put_number(out, "fault", pool->fault);
    put_number(out, "retry_ms", facts.retry_ms);
    put_end(out);
    for (const worker_t *worker = pool->workers; worker;
         worker = worker->pool_next)
        put_worker(out, worker);
}

void report_fields(FILE *out, persistd_t *pd, const report_scope_t *scope)
{
    const pool_t *pool;
    put_text(out, "instance", pd->options.instance);
    put_number(out, "pid", (int64_t)getpid());
    put_text(out, "phase", pd->stopping ? "stopping" : "serving");
    put_number(out, "workers", pd->worker_count);
    put_number(out, "max_workers", pd->settings.max_workers);
    put_end(out);
    for (uint32_t i = 0; (pool = report_next(pd, scope, &i)) != NULL;)
        put_pool(out, pool);
}
