/* SPDX-License-Identifier: Apache-2.0 */
/* door_head.c: header lines, as RFC 3875, 6 has them. */

#include "door_head.h"

#include <inttypes.h>
#include <stdio.h>

static int add(msgpack_sbuffer *to, const void *bytes, size_t len)
{
    return len > 0 ? msgpack_sbuffer_write(to, bytes, len) : 0;
}

static int add_line(msgpack_sbuffer *to, wire_bytes_t name, wire_bytes_t value)
{
    return add(to, name.data, name.len) || add(to, ": ", 2) ||
           add(to, value.data, value.len) || add(to, "\r\n", 2);
}

static int add_number(msgpack_sbuffer *to, const char *name, int64_t number)
{
    char line[64];
    int len = snprintf(line, sizeof(line), "%s: %" PRId64 "\r\n", name, number);
    return add(to, line, (size_t)len);
}

int door_head_is_bodyless(int status)
{
    return status == 204 || status == 205 || status == 304;
}

int door_head_status(const wire_response_t *response,
                     const persist_headers_t *headers)
{
    return (response->flags & WIRE_CGI) && headers->status
               ? headers->status
               : (int)response->status;
}

/* In a CGI response without Status, Location means a redirect, which the server
 * may follow itself. Only a script that speaks CGI may have one. */
static int add_status(const wire_response_t *response,
                      const persist_headers_t *headers, msgpack_sbuffer *to)
{
    static const wire_bytes_t name = {(const uint8_t *)"Status", 6};
    int status = door_head_status(response, headers);
    wire_bytes_t line = persist_headers_line(headers, status);
    if (line.len > 0)
        return add_line(to, name, line);
    if ((response->flags & WIRE_CGI) && !headers->status && status == 200)
        return 0;
    return add_number(to, "Status", status);
}

/* Servers take 200 with Location for a redirect, too. */
static int is_left_out(const wire_response_t *response,
                       const persist_headers_t *headers, persist_header_t kind)
{
    return kind == PERSIST_HEADER_STATUS || kind == PERSIST_HEADER_DROPPED ||
           (kind == PERSIST_HEADER_CONTENT_LENGTH &&
            headers->content_length < 0) ||
           (kind == PERSIST_HEADER_LOCATION && response->status == 200 &&
            !(response->flags & WIRE_CGI));
}

int door_head_make(const wire_response_t *response,
                   const persist_headers_t *headers, int64_t length,
                   msgpack_sbuffer *to)
{
    const wire_list_t *list = &response->headers;
    int failed = add_status(response, headers, to);
    for (size_t i = 0; i + 1 < list->count; i += 2) {
        persist_header_t kind = persist_headers_kind(list->items[i]);
        if (!is_left_out(response, headers, kind))
            failed |= add_line(to, list->items[i], list->items[i + 1]);
    }
    if (headers->content_length < 0 && length >= 0 &&
        !door_head_is_bodyless(door_head_status(response, headers)))
        failed |= add_number(to, "Content-Length", length);
    failed |= add(to, "\r\n", 2);
    return failed ? -1 : 0;
}
