/* SPDX-License-Identifier: Apache-2.0 */
/* lines.c: buffers one line. */

#include "base/lines.h"

#include <string.h>

static void give_out(lines_t *lines, lines_fn *give, void *context)
{
    size_t len = lines->used;
    if (len > 0 && lines->buffer[len - 1] == '\r')
        len--;
    lines->used = 0;
    give(context, lines->buffer, len);
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
    }
}

void lines_flush(lines_t *lines, lines_fn *give, void *context)
{
    if (lines->used > 0)
        give_out(lines, give, context);
}
