/* SPDX-License-Identifier: Apache-2.0 */
/* escape.h: escapes hostile bytes for the error log, for JSON and for
 * metrics. */

#ifndef ESCAPE_H
#define ESCAPE_H

#include <stddef.h>

/* The most bytes that one byte of input becomes, in any of the forms. */
#define ESCAPE_GROWTH 6u

/* The form of httpd's error log: control characters become \n, \t or \x1b, and
 * a backslash is doubled. UTF-8 stays readable; other bytes become \xNN. out
 * has room for len * ESCAPE_GROWTH bytes. Returns the number of bytes written.
 * No NUL is appended. */
size_t escape_log(char *out, const char *text, size_t len);

/* The inside of a JSON string. Bytes that are not UTF-8 become U+FFFD. Room and
 * result as above. */
size_t escape_json(char *out, const char *text, size_t len);

/* The inside of a label's value in OpenMetrics text. Bytes that are not UTF-8,
 * and control characters other than line feed, become U+FFFD. Room and result
 * as above. */
size_t escape_label(char *out, const char *text, size_t len);

#endif /* ESCAPE_H */
