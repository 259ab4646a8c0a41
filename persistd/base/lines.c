/* SPDX-License-Identifier: Apache-2.0 */
/* lines.c: buffers one line. */

#include "base/lines.h"

#include "base/mark.h"

#include <string.h>

static void give_out(lines_t *lines, lines_fn *give, void *context)
{
    size_t len = lines->used;
    if (len > 0 && lines->buffer[len - 1] == '\r')
        len--;
    lines->used = 0;
    give(context, lines->buffer, len);
}

/* A mark begins a line. The text before it may have no line end, because a
 * child process or another stream of the worker has written it. */
static void begin_at_mark(lines_t *lines, lines_fn *give, void *context)
{
    size_t mark = mark_at_end(lines->buffer, lines->used);
    size_t before = lines->used - mark;
    if (mark == 0 || before == 0)
        return;
    lines->used = before;
    give_out(lines, give, context);
    memmove(lines->buffer, lines->buffer + before, mark);
    lines->used = mark;
}

void lines_feed(lines_t *lines, const char *bytes, size_t len, lines_fn *give,
                void *context)
{
    for (size_t i = 0; i < len; i++) {
        if (bytes[i] == '\n') {
            give_out(lines, give, context);
            continue;
        }
        if (lines->used == LINES_MAX)
            give_out(lines, give, context);
        lines->buffer[lines->used++] = bytes[i];
        if (bytes[i] == '\x1f')
            begin_at_mark(lines, give, context);
    }
}

void lines_flush(lines_t *lines, lines_fn *give, void *context)
{
    if (lines->used > 0)
        give_out(lines, give, context);
}
