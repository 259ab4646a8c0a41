/* SPDX-License-Identifier: Apache-2.0 */
/* escape.h: hostile bytes made harmless for the error log, for JSON and for
 * metrics. */

#ifndef ESCAPE_H
#define ESCAPE_H

#include <stddef.h>

/* Bytes that one byte of input may grow to, in any form. */
#define ESCAPE_GROWTH 6u

/* As httpd's error log: control characters as \n, \t, \x1b, a backslash
 * doubled; UTF-8 stays readable, bytes that are none become \xNN.
 * out has room for len * ESCAPE_GROWTH bytes. Returns the bytes written; no NUL
 * is added. */
size_t escape_log(char *out, const char *text, size_t len);

/* The inside of a JSON string; bytes that are not UTF-8 become U+FFFD. Same
 * room, same result. */
size_t escape_json(char *out, const char *text, size_t len);

/* The inside of a label's value in OpenMetrics text; control characters but
 * line feeds become U+FFFD, too. Same room, same result. */
size_t escape_label(char *out, const char *text, size_t len);

#endif /* ESCAPE_H */
