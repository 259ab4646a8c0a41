/* SPDX-License-Identifier: Apache-2.0 */
/* mark.c: parses the mark of a request before a line of output. */

#include "base/mark.h"

#include "wire_limits.h"

#include <string.h>

#define MARK_MAX (WIRE_REQUEST_ID_MAX + 2u)

static int is_id(char c)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz"
                                  "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "0123456789_-@./+=";
    return c && strchr(letters, c);
}

size_t mark_id(const char *line, size_t len)
{
    size_t id = 0;
    if (len < 3 || line[0] != '\x1e')
        return 0;
    while (id <= WIRE_REQUEST_ID_MAX && id + 1 < len && is_id(line[id + 1]))
        id++;
    return id <= WIRE_REQUEST_ID_MAX && id + 1 < len && line[id + 1] == '\x1f'
               ? id
               : 0;
}

size_t mark_at_end(const char *text, size_t len)
{
    size_t most = len < MARK_MAX ? len : MARK_MAX, size = 1;
    while (size <= most && text[len - size] != '\x1e')
        size++;
    if (size <= 2 || size > most)
        return 0;
    return mark_id(text + len - size, size) == size - 2 ? size : 0;
}
