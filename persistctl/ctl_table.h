/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_table.h: lines of cells: in columns and colours on a terminal, with tabs
 * for a program. */

#ifndef CTL_TABLE_H
#define CTL_TABLE_H

#include <stdio.h>

typedef struct ctl_table {
    const char *const *heads;
    size_t columns;
    char **cells;
    size_t count; /* of them: whole rows */
} ctl_table_t;

/* How it is shown. */
typedef struct ctl_style {
    int columns; /* padded; else with tabs */
    int colours;
    size_t width; /* of the screen, in characters; 0: any */
    size_t lines; /* of it, without the one of the heads; 0: any */
} ctl_style_t;

/* Columns when out is a terminal, colours also, unless NO_COLOR is set (see
 * no-color.org) or TERM is "dumb". */
ctl_style_t ctl_style_of(FILE *out);

/* Adds one cell behind the last; printf's rules. Ends the program when there
 * is no memory. */
void ctl_table_add(ctl_table_t *table, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Cells are shown as ctl_print() shows them, but each in one line. The last
 * column takes what is left of the line; numbers stand to the right. */
void ctl_table_show(const ctl_table_t *table, FILE *out,
                    const ctl_style_t *style);

void ctl_table_clear(ctl_table_t *table);

#endif /* CTL_TABLE_H */
