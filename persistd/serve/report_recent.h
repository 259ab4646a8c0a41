/* SPDX-License-Identifier: Apache-2.0 */
/* report_recent.h: the last lines about a script, in a report about its pools.
 */

#ifndef REPORT_RECENT_H
#define REPORT_RECENT_H

#include "serve/report_facts.h"

#include <stdio.h>

/* Bytes of a text that are shown. */
#define REPORT_RECENT_TEXT 300u

/* A report of so many bytes gets no more lines. httpd takes 16 MiB, and a byte
 * may take six in JSON. */
#define REPORT_LONG (4L << 20)

/* What workers of the pool have printed before the question belongs to the
 * answer, as far as the scope lets it be read at once. The rest comes as its
 * events do. */
void report_recent_catch_up(const pool_t *pool, const report_scope_t *scope);

/* Returns the first of the last lines that the scope asks for; the others
 * follow it. NULL: none. Other pools of a script repeat nothing, and a report
 * that is long already gets no more lines. */
const recent_node_t *report_recent(FILE *out, const pool_t *pool,
                                   const report_scope_t *scope);

/* The bytes of the line's text that are shown. */
size_t report_recent_length(const recent_line_t *line);

#endif /* REPORT_RECENT_H */
