/* SPDX-License-Identifier: Apache-2.0 */
/* door_body.c: reads standard input, and cuts it into BODY frames. */

#include "door_body.h"
#include "door_memory.h"

#include "common_clock.h"
#include "exchange/persist_patience.h"
#include "wire_fault.h"
#include "wire_limits.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

/* One read; also the largest part inside REQUEST. */
#define PIECE WIRE_INLINE_BODY_MAX
#define MEMORY DOOR_SPOOL_MEMORY

/* A server passes on only digits here; anything else is no body. */
static int64_t announced(const char *content_length, int chunked)
{
    char *end;
    errno = 0;
    long long length = strtoll(content_length, &end, 10);
    if (chunked && !*content_length)
        return -1;
    return errno || *end || end == content_length || length < 0 ? 0 : length;
}

static size_t room(const door_body_t *body, size_t most)
{
    return body->length >= 0 && (uint64_t)body->length < most
               ? (size_t)body->length
               : most;
}

/* Reads up to `most` bytes. Returns how many; 0 at the end of the body. */
static size_t read_some(door_body_t *body, uint8_t *to, size_t most)
{
    ssize_t n;
    most = room(body, most);
    do
        n = most > 0 ? read(STDIN_FILENO, to, most) : 0;
    while (n < 0 && errno == EINTR);
    if (n <= 0) {
        body->broken |= n < 0 || body->length > 0;
        body->length = 0;
        return 0;
    }
    body->taken += (uint64_t)n;
    body->length -= body->length > 0 ? n : 0;
    return (size_t)n;
}

static int is_too_long(const door_body_t *body)
{
    return body->limit && body->taken > body->limit;
}

void door_body_expect(door_body_t *body, const char *content_length,
                      int chunked)
{
    *body = (door_body_t){.length = announced(content_length, chunked)};
}

int door_body_is_measured(const door_body_t *body)
{
    return body->length >= 0;
}

/* A worker would hardly wait for such a client, and a file costs more. A body
 * without a length is read all the same: its end is its length, on which
 * scripts depend. */
static int is_quick(const door_body_t *body, int64_t began)
{
    return door_body_is_measured(body) && body->held >= MEMORY &&
           persist_patience_ms((int64_t)body->held, common_now_us() - began) >
               0;
}

/* Reads once, up to `most` bytes, and keeps them. Returns 0, or -1 with errno.
 */
static int keep_some(door_body_t *body, uint64_t most)
{
    int fits = body->held < MEMORY;
    uint8_t *space = body->buffer + (fits ? body->held : MEMORY);
    size_t room = most < PIECE ? (size_t)most : PIECE;
    if (fits && MEMORY - body->held < room)
        room = MEMORY - body->held;
    size_t n = read_some(body, space, room);
    if (!fits && door_spool_append(&body->spool, space, n) != 0)
        return -1;
    body->held += n;
    return 0;
}

/* A slow client is awaited here, where its request holds no worker. */
static int read_ahead(door_body_t *body, uint64_t most)
{
    int64_t began = common_now_us();
    while (body->length != 0 && body->held < most && !is_too_long(body) &&
           !is_quick(body, began))
        if (keep_some(body, most - body->held) != 0)
            return WIRE_FAULT_SPOOL;
    return 0;
}

static void set_mode(door_body_t *body)
{
    if (body->length != 0 || body->held > body->first.len)
        body->mode = WIRE_BODY_PULLED;
    else if (body->first.len > 0)
        body->mode = WIRE_BODY_HERE;
}

int door_body_begin(door_body_t *body, const door_settings_t *settings)
{
    uint64_t limit = settings->max_body;
    body->limit = limit;
    if (body->length == 0)
        return 0;
    if (limit && body->length > 0 && (uint64_t)body->length > limit)
        return WIRE_FAULT_BODY_LIMIT;
    body->buffer = door_memory(MEMORY + PIECE, 1);
    int fault = read_ahead(body, PIECE);
    body->first = (wire_bytes_t){body->buffer, (size_t)body->held};
    if (!fault)
        fault = read_ahead(body, settings->buffer_request);
    set_mode(body);
    return is_too_long(body) ? WIRE_FAULT_BODY_LIMIT : fault;
}

static uint64_t most_of_whole(const door_settings_t *settings)
{
    if (settings->max_body)
        return settings->max_body;
    return settings->buffer_request > DOOR_BODY_WHOLE ? settings->buffer_request
                                                      : DOOR_BODY_WHOLE;
}

/* One byte more shows that there are more. */
int door_body_gather(door_body_t *body, const door_settings_t *settings)
{
    if (!settings->buffer_request)
        return WIRE_FAULT_NO_LENGTH;
    int fault = read_ahead(body, most_of_whole(settings) + 1);
    set_mode(body);
    if (!fault && body->length != 0)
        fault = body->limit ? WIRE_FAULT_BODY_LIMIT : WIRE_FAULT_BODY_WHOLE;
    return fault;
}

void door_body_restart(door_body_t *body)
{
    body->sent = body->first.len;
    body->credit = 0;
    body->asked = body->last = 0;
}

void door_body_discard(door_body_t *body)
{
    uint8_t bytes[4096];
    struct stat info;
    if (body->length == 0 || fstat(STDIN_FILENO, &info) != 0 ||
        !S_ISSOCK(info.st_mode))
        return;
    shutdown(STDOUT_FILENO, SHUT_WR);
    while (read_some(body, bytes, sizeof(bytes)) > 0)
        continue;
}

int door_body_want(door_body_t *body, uint64_t bytes)
{
    if (body->mode != WIRE_BODY_PULLED || bytes > WIRE_CREDIT_MAX ||
        body->credit + bytes > WIRE_CREDIT_MAX)
        return -1;
    body->credit += bytes;
    body->asked = 1;
    return 0;
}

int door_body_hungry(const door_body_t *body)
{
    return body->asked && !body->last && body->credit > 0;
}

int door_body_is_ahead(const door_body_t *body)
{
    return body->sent < body->held;
}

/* Shows the next bytes that are kept. */
static wire_bytes_t next_kept(door_body_t *body, size_t most)
{
    uint64_t at = body->sent;
    uint8_t *piece = body->buffer + MEMORY;
    uint64_t end = at < MEMORY && body->held > MEMORY ? MEMORY : body->held;
    most = end - at < most ? (size_t)(end - at) : most;
    if (at < MEMORY)
        piece = body->buffer + at;
    else if (door_spool_read(body->spool.fd, at - MEMORY, piece, most) !=
             (long)most)
        body->broken = 1;
    body->sent += most;
    return (wire_bytes_t){piece, most};
}

static wire_bytes_t next_bytes(door_body_t *body, size_t most)
{
    if (door_body_is_ahead(body))
        return next_kept(body, most);
    size_t len = read_some(body, body->buffer + MEMORY, most);
    body->pulled |= len > 0;
    return (wire_bytes_t){body->buffer + MEMORY, len};
}

int door_body_frame(door_body_t *body, msgpack_sbuffer *frame,
                    persist_output_t *output)
{
    size_t most = body->credit < PIECE ? (size_t)body->credit : (size_t)PIECE;
    size_t split;
    wire_body_t message = {next_bytes(body, most), WIRE_MORE};
    body->broken |= is_too_long(body);
    if (body->broken)
        message = (wire_body_t){{body->buffer, 0}, WIRE_BROKEN};
    else if (body->length == 0 && !door_body_is_ahead(body))
        message.mark = WIRE_LAST;
    msgpack_sbuffer_clear(frame);
    persist_output_clear(output);
    if (wire_encode(frame, WIRE_BODY, &message, &split) != 0)
        return -1;
    persist_output_add(output, frame->data, split);
    persist_output_add(output, message.bytes.data, message.bytes.len);
    persist_output_add(output, frame->data + split, frame->size - split);
    body->credit -= message.bytes.len;
    body->last = message.mark != WIRE_MORE;
    return 0;
}
