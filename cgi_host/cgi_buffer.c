/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_buffer.c: a block that doubles. */

#include "cgi_buffer.h"

#include <stdlib.h>
#include <string.h>

#define LEAST 1024

int cgi_buffer_add(cgi_buffer_t *buffer, const void *bytes, size_t n)
{
    size_t room = buffer->room ? buffer->room : LEAST;
    while (room - buffer->size < n)
        room *= 2;
    char *grown =
        room > buffer->room ? realloc(buffer->bytes, room) : buffer->bytes;
    if (!grown)
        return -1;
    memcpy(grown + buffer->size, bytes, n);
    *buffer = (cgi_buffer_t){grown, buffer->size + n, room};
    return 0;
}

void cgi_buffer_drop(cgi_buffer_t *buffer, size_t n)
{
    memmove(buffer->bytes, buffer->bytes + n, buffer->size - n);
    buffer->size -= n;
}

void cgi_buffer_free(cgi_buffer_t *buffer)
{
    free(buffer->bytes);
    *buffer = (cgi_buffer_t){0};
}
