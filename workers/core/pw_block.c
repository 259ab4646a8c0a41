/* SPDX-License-Identifier: Apache-2.0 */
/* pw_block.c: splits blocks of NUL-terminated strings into lists for the wire
 * codec, and checks headers. httpd checks headers, too, but can only answer
 * 502. The check here shows the script which call was wrong. */

#include "pw_block.h"

#include <errno.h>
#include <string.h>

int pw_block_list(const char *block, size_t len, wire_bytes_t *items,
                  size_t items_max, wire_list_t *list)
{
    size_t count = 0, start = 0;
    while (start < len) {
        const char *item = block + start;
        const char *end = memchr(item, '\0', len - start);
        if (!end) {
            errno = EINVAL;
            return -1;
        }
        if (count == items_max) {
            errno = E2BIG;
            return -1;
        }
        items[count++] =
            (wire_bytes_t){(const uint8_t *)item, (size_t)(end - item)};
        start += (size_t)(end - item) + 1;
    }
    *list = (wire_list_t){items, count};
    return 0;
}

/* tchar of RFC 9110, 5.6.2 */
static int is_token(unsigned char c)
{
    unsigned char letter = c | 0x20;
    if ((letter >= 'a' && letter <= 'z') || (c >= '0' && c <= '9'))
        return 1;
    return c != 0 && strchr("!#$%&'*+-.^_`|~", c) != NULL;
}

static int is_name(wire_bytes_t bytes)
{
    for (size_t i = 0; i < bytes.len; i++)
        if (!is_token(bytes.data[i]))
            return 0;
    return bytes.len > 0;
}

static int is_value(wire_bytes_t bytes)
{
    for (size_t i = 0; i < bytes.len; i++)
        if ((bytes.data[i] < 0x20 && bytes.data[i] != '\t') ||
            bytes.data[i] == 0x7f)
            return 0;
    return 1;
}

int pw_block_headers(const char *block, size_t len, wire_bytes_t *items,
                     wire_list_t *list)
{
    if (pw_block_list(block, len, items, WIRE_ELEMENTS_MAX, list) < 0)
        return -1;
    int good = list->count % 2 == 0;
    for (size_t i = 0; good && i < list->count; i += 2)
        good = is_name(items[i]) && is_value(items[i + 1]);
    if (!good) {
        errno = EINVAL;
        return -1;
    }
    return 0;
}
