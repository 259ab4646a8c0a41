/* SPDX-License-Identifier: Apache-2.0 */
/* report_text.c: the report for people. */

#include "serve/report_text.h"

#include "base/escape.h"
#include "base/heap.h"
#include "common_clock.h"
#include "serve/report_recent.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Escapes paths and output of workers, which may contain any byte. */
static void put_escaped(FILE *out, const char *text, size_t len)
{
    char *escaped = heap_make(len, ESCAPE_GROWTH);
    fwrite(escaped, 1, escape_log(escaped, text, len), out);
    free(escaped);
}

/* The first line goes on where we are, the others are indented. */
static void put_lines(FILE *out, const char *text)
{
    for (;;) {
        size_t len = strcspn(text, "\n");
        put_escaped(out, text, len);
        fputc('\n', out);
        if (text[len] == '\0')
            return;
        fputs("    ", out);
        text += len + 1;
    }
}

static void text_worker(FILE *out, const worker_t *worker)
{
    slots_slot_t *slot = &worker->pd->table->slots[worker->slot];
    int64_t age = (common_now_us() - worker->since) / 1000000;
    fprintf(out, "  pid %-8ld %-9s for %llds, %u/%u busy, %llu requests\n",
            (long)worker->pid, worker_state_text(worker->state), (long long)age,
            report_facts_busy(worker), worker->capacity,
            (unsigned long long)atomic_load(&slot->requests));
}

/* Says which of several pools of a script serves. */
static void put_settings(FILE *out, report_settings_t settings)
{
    static const char *const words[] = {
        [REPORT_SETTINGS_ONLY] = "",
        [REPORT_SETTINGS_NEW] = "new settings: ",
        [REPORT_SETTINGS_OTHER] = "other settings, used as well: ",
        [REPORT_SETTINGS_DRAINING] = "old settings, draining: ",
        [REPORT_SETTINGS_OLD] = "old settings: "};
    fputs(words[settings], out);
}

static void text_log(FILE *out, const pool_t *pool, const report_scope_t *scope)
{
    const recent_node_t *node = report_recent(out, pool, scope);
    for (; node; node = node->next) {
        const recent_line_t *line = &node->line;
        fprintf(out, "  %-7s ", recent_kind_text(line->kind));
        put_escaped(out, line->text, report_recent_length(line));
        fputc('\n', out);
    }
}

static void text_pool(FILE *out, const pool_t *pool,
                      const report_scope_t *scope)
{
    report_facts_t facts;
    report_facts_take(&facts, pool);
    put_escaped(out, pool->definition.script, strlen(pool->definition.script));
    fputs("\n  ", out);
    put_settings(out, facts.settings);
    fprintf(out,
            "%s, %u of %u workers, %u waiting; %llu requests, mean %.1f ms,"
            " %llu queued, %llu refused, %llu failed\n",
            facts.state, facts.workers, (uint32_t)pool->definition.workers_max,
            facts.waiting, (unsigned long long)facts.service.count,
            (double)facts.mean_us / 1000, (unsigned long long)facts.wait.count,
            (unsigned long long)facts.refused,
            (unsigned long long)facts.failed);
    if (pool->fault) {
        fprintf(out, "  PERSIST%04d, next try in %lld ms: ", pool->fault,
                (long long)facts.retry_ms);
        put_lines(out, pool->fault_text);
    }
    for (const worker_t *worker = pool->workers; worker;
         worker = worker->pool_next)
        text_worker(out, worker);
    text_log(out, pool, scope);
}

/* Says where we were asked, too: several servers may run. */
static void put_none(FILE *out, const persistd_t *pd,
                     const report_scope_t *scope)
{
    const char *instance = pd->options.instance;
    const char *slash = strrchr(instance, '/');
    fputs(report_hides(pd, scope)
              ? "none of yours; pools of other users are not shown"
              : "no pools yet",
          out);
    fputs(" (PersistRuntimeDir ", out);
    put_escaped(out, instance, (size_t)(slash - instance));
    fputs(")\n", out);
}

static void put_older(FILE *out, const char *newer)
{
    fputs("  ", out);
    put_escaped(out, newer, strlen(newer));
    fputc('\n', out);
}

void report_text(FILE *out, persistd_t *pd, const report_scope_t *scope)
{
    const pool_t *pool;
    uint32_t pools = 0;
    fprintf(out, "persistd pid %ld, %s, %u of %u workers\n", (long)getpid(),
            pd->stopping ? "stopping" : "serving", pd->worker_count,
            pd->settings.max_workers);
    if (pd->installed.newer)
        put_older(out, pd->installed.newer);
    for (uint32_t i = 0; (pool = report_next(pd, scope, &i)) != NULL;) {
        pools++;
        fputc('\n', out);
        text_pool(out, pool, scope);
    }
    if (pools == 0)
        put_none(out, pd, scope);
}
