/* SPDX-License-Identifier: Apache-2.0 */
/* headline.h: finds the line of a program's output that names its error. Pure,
 * for any bytes. */

#ifndef HEADLINE_H
#define HEADLINE_H

#include <stddef.h>

/* A part of the output, without line end and trailing blanks: one line, or two
 * of which the first announces the second ("Cannot load the settings:"). */
typedef struct headline {
    const char *text;
    size_t len; /* 0: the output has only blanks */
} headline_t;

/* Knows the tracebacks of Python, Ruby, Perl, node, Lua, Java and PHP, and what
 * shells and the C loader print. Otherwise this is the last line that is not
 * indented. */
headline_t headline_find(const char *output, size_t len);

/* True if the output begins as a CGI script's response does, with a header
 * field such as Content-Type. */
int headline_is_cgi(const char *output);

#endif /* HEADLINE_H */
