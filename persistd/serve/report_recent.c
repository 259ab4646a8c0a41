/* SPDX-License-Identifier: Apache-2.0 */
/* report_recent.c: bounds what lines add to a report. */

#include "serve/report_recent.h"

static const recent_node_t *last_ones(const recent_script_t *script,
                                      uint64_t count)
{
    const recent_node_t *first = script->first;
    uint64_t had = 0;
    for (const recent_node_t *node = first; node; node = node->next)
        if (++had > count)
            first = first->next;
    return first;
}

void report_recent_catch_up(const pool_t *pool, const report_scope_t *scope)
{
    for (const worker_t *worker = pool->workers; worker;
         worker = worker->pool_next) {
        size_t got = output_catch_up(worker->output, *scope->unread);
        *scope->unread -= got < *scope->unread ? got : *scope->unread;
    }
}

_Static_assert((uid_t)WIRE_ANYBODY == RECENT_NOBODY, "of all");

static int may_show(const recent_script_t *script, const report_scope_t *scope)
{
    return scope->whose == RECENT_NOBODY || scope->whose == script->owner;
}

const recent_node_t *report_recent(FILE *out, const pool_t *pool,
                                   const report_scope_t *scope)
{
    if (scope->lines == 0 || pool->superseded || ftell(out) > REPORT_LONG)
        return NULL;
    report_recent_catch_up(pool, scope);
    const recent_script_t *script =
        recent_find(&pool->pd->recent, pool->definition.script);
    return script && may_show(script, scope) ? last_ones(script, scope->lines)
                                             : NULL;
}

size_t report_recent_length(const recent_line_t *line)
{
    return line->len < REPORT_RECENT_TEXT ? line->len : REPORT_RECENT_TEXT;
}
