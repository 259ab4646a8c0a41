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

const recent_node_t *report_recent(FILE *out, const pool_t *pool,
                                   const report_scope_t *scope)
{
    if (scope->lines == 0 || pool->superseded || ftell(out) > REPORT_LONG)
        return NULL;
    for (const worker_t *worker = pool->workers; worker;
         worker = worker->pool_next)
        output_catch_up(worker->output);
    const recent_script_t *script =
        recent_find(&pool->pd->recent, pool->definition.script);
    return script ? last_ones(script, scope->lines) : NULL;
}

size_t report_recent_length(const recent_line_t *line)
{
    return line->len < REPORT_RECENT_TEXT ? line->len : REPORT_RECENT_TEXT;
}
