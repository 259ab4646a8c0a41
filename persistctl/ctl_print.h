/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_print.h: a report on a terminal that may be root's. */

#ifndef CTL_PRINT_H
#define CTL_PRINT_H

#include <stddef.h>
#include <stdio.h>

/* Writes the text; every byte that is neither a newline nor part of a
 * character that UTF-8 can show becomes "?": control characters (of both sets:
 * a terminal would obey them) and what is no UTF-8. */
void ctl_print(FILE *out, const char *text, size_t len);

#endif /* CTL_PRINT_H */
