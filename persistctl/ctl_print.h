/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_print.h: prints a report safely on a terminal, which may be root's. */

#ifndef CTL_PRINT_H
#define CTL_PRINT_H

#include <stddef.h>
#include <stdio.h>

/* Writes the text. Every byte that is neither a newline nor part of a printable
 * UTF-8 character becomes "?": control characters of both sets (C0 and C1),
 * which a terminal would obey, and invalid UTF-8. */
void ctl_print(FILE *out, const char *text, size_t len);

/* Writes "name":"text", or with a NULL for the name "text" alone, in JSON. What
 * is no UTF-8 is for ctl_print() to replace, which the line has to pass. */
void ctl_print_json(FILE *out, const char *name, const char *text, size_t len);

#endif /* CTL_PRINT_H */
