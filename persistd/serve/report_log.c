/* SPDX-License-Identifier: Apache-2.0 */
/* report_log.c: reads what is kept of scripts, which may have no pool any more.
 * Whose lines these are is kept with them. */

#include "serve/report_log.h"

#include "base/escape.h"
#include "base/heap.h"
#include "serve/report_recent.h"
#include "serve/report_record.h"

#include <stdlib.h>

/* As in the error log, so that no byte can end a field. */
static void put_escaped(FILE *out, const char *name, const char *text,
                        size_t len)
{
    char *escaped = heap_make(len + 1, ESCAPE_GROWTH);
    escape_log(escaped, text, len);
    report_record_text(out, name, escaped);
    free(escaped);
}

static void put_line(FILE *out, const recent_line_t *line)
{
    report_record_number(out, "line", (int64_t)line->number);
    report_record_number(out, "time", line->time);
    report_record_text(out, "kind", recent_kind_text(line->kind));
    report_record_number(out, "pid", (int64_t)line->pid);
    put_escaped(out, "id", line->id, line->id_len);
    put_escaped(out, "text", line->text, line->len);
    report_record_end(out);
}

/* A script of its own has its lines whole. */
static int has_room(FILE *out)
{
    return ftell(out) < REPORT_LONG;
}

static void put_script(FILE *out, const recent_t *recent,
                       const recent_script_t *script, uint64_t after)
{
    report_record_text(out, "log", script->path);
    report_record_number(out, "began", (int64_t)recent->began);
    report_record_number(out, "newest", (int64_t)script->newest);
    report_record_number(out, "cut", (int64_t)script->cut);
    report_record_end(out);
    for (const recent_node_t *node = script->first; node && has_room(out);
         node = node->next)
        if (node->line.number > after)
            put_line(out, &node->line);
}

static void catch_up(persistd_t *pd, const report_scope_t *scope)
{
    const pool_t *pool;
    for (uint32_t i = 0; (pool = report_next(pd, scope, &i)) != NULL;)
        report_recent_catch_up(pool, scope);
}

void report_log(FILE *out, persistd_t *pd, const report_scope_t *scope)
{
    const recent_script_t *script = NULL;
    catch_up(pd, scope);
    for (uint32_t chain = 0;
         (script = recent_next(&pd->recent, script, &chain)) != NULL;)
        if ((!scope->uid || script->owner == *scope->uid) &&
            report_is_within(script->path, scope->path))
            put_script(out, &pd->recent, script, scope->after);
}
