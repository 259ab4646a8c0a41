/* SPDX-License-Identifier: Apache-2.0 */
/* lines.h: cuts a worker's output into lines. No descriptors. */

#ifndef LINES_H
#define LINES_H

#include <stddef.h>

/* Longer lines are given out in pieces; one fits a line of the log (log.h). */
#define LINES_MAX 2048u

/* Starts zeroed. */
typedef struct lines {
    size_t used;
    char buffer[LINES_MAX];
} lines_t;

/* Gets one line without its end. */
typedef void lines_fn(void *context, const char *line, size_t len);

void lines_feed(lines_t *lines, const char *bytes, size_t len, lines_fn *give,
                void *context);

/* Nothing will follow: gives out what has no end of line. */
void lines_flush(lines_t *lines, lines_fn *give, void *context);

#endif /* LINES_H */
