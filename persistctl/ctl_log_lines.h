/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_log_lines.h: lines about several scripts, in the order in which they
 * came. */

#ifndef CTL_LOG_LINES_H
#define CTL_LOG_LINES_H

#include "ctl_fields.h"

#include <stdio.h>

typedef struct ctl_log_line {
    int64_t number;
    const char *script;
    ctl_record_t record;
} ctl_log_line_t;

typedef struct ctl_log_lines {
    ctl_log_line_t *all;
    size_t count, room;
} ctl_log_lines_t;

/* Adds all lines of a sealed report (WIRE_STATUS_LOG) up to this number; id:
 * of this request alone, unless it is NULL. The report has to stay as it is.
 * Returns 0, or -1 without memory. */
int ctl_log_lines_add(ctl_log_lines_t *lines, const msgpack_sbuffer *sealed,
                      int64_t until, const char *id);

/* Prints them, safely for a terminal: in words, or as one JSON object each. In
 * words a head precedes lines about another script than *last, which becomes
 * the last one; the caller frees it. */
void ctl_log_lines_print(ctl_log_lines_t *lines, int json, char **last);

void ctl_log_lines_clear(ctl_log_lines_t *lines);

#endif /* CTL_LOG_LINES_H */
