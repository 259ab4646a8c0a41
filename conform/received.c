/* SPDX-License-Identifier: Apache-2.0 */
/* received.c: a growing buffer, see received.h. */

#include "received.h"

#include <stdlib.h>
#include <string.h>

static char *data;
static size_t length, size;

static void reserve(size_t n)
{
    if (n <= size)
        return;
    size = n * 2;
    data = realloc(data, size);
    if (!data)
        abort();
}

void received_clear(void)
{
    length = 0;
}

size_t received_add(const wire_bytes_t *bytes)
{
    reserve(length + bytes->len + 1);
    if (bytes->len > 0)
        memcpy(data + length, bytes->data, bytes->len);
    length += bytes->len;
    return length;
}

const char *received_bytes(void)
{
    reserve(length + 1);
    data[length] = '\0';
    return data;
}
