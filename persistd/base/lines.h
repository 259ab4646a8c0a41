/* SPDX-License-Identifier: Apache-2.0 */
/* lines.h: cuts a worker's output into lines, at line ends and before marks
 * (mark.h). It touches no descriptor. */

#ifndef LINES_H
#define LINES_H

#include <stddef.h>

/* Longer lines are passed on in pieces. A piece fits a line of the log
 * (log.h). */
#define LINES_MAX 2048u

/* Zeroed at the start. */
typedef struct lines {
    size_t used;
    char buffer[LINES_MAX];
} lines_t;

/* Receives one line without its line end. */
typedef void lines_fn(void *context, const char *line, size_t len);

void lines_feed(lines_t *lines, const char *bytes, size_t len, lines_fn *give,
                void *context);

/* Passes on an unfinished last line, because no more output follows. */
void lines_flush(lines_t *lines, lines_fn *give, void *context);

#endif /* LINES_H */
