/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_table.h: prints lines of cells, in columns and colours on a terminal, and
 * with tabs for a program. */

#ifndef CTL_TABLE_H
#define CTL_TABLE_H

#include <stdio.h>

typedef struct ctl_table {
    const char *const *heads;
    size_t columns;
    char **cells;
    size_t count; /* of cells; a multiple of columns when shown */
} ctl_table_t;

/* How a table is shown. */
typedef struct ctl_style {
    int columns; /* padded columns; else separated by tabs */
    int colours;
    size_t width; /* of the screen, in characters; 0: no limit */
    size_t lines; /* of rows, without the heads; 0: no limit */
} ctl_style_t;

/* Returns columns if out is a terminal, and then also colours, unless NO_COLOR
 * is set (see no-color.org) or TERM is "dumb". */
ctl_style_t ctl_style_of(FILE *out);

/* Adds one cell after the last one; format as for printf(). Ends the program
 * when there is no memory. */
void ctl_table_add(ctl_table_t *table, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Prints the cells as ctl_print() does, each in one line. The last column takes
 * the rest of the line; numbers are aligned to the right. */
void ctl_table_show(const ctl_table_t *table, FILE *out,
                    const ctl_style_t *style);

void ctl_table_clear(ctl_table_t *table);

#endif /* CTL_TABLE_H */
