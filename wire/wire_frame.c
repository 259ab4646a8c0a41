/* SPDX-License-Identifier: Apache-2.0 */
/* wire_frame.c: cuts a stream of bytes into frames.
 *
 *   +------+----+----+----+----+----------------------+
 *   | 0xce |  n, big-endian    | msgpack, n bytes     |
 *   +------+----+----+----+----+----------------------+
 *
 * [start, end) of the buffer has been received and not yet given out. */

#include "wire_frame.h"

#include "wire_error.h"
#include "wire_limits.h"

#include <stdlib.h>
#include <string.h>

#define FRAME_MARK 0xce
#define FIRST_SIZE ((size_t)16 << 10)
#define LARGEST_SIZE ((size_t)WIRE_PREFIX_LEN + WIRE_FRAME_MAX)

void wire_reader_init(wire_reader_t *reader)
{
    *reader = (wire_reader_t){NULL, 0, 0, 0};
}

void wire_reader_destroy(wire_reader_t *reader)
{
    free(reader->data);
    wire_reader_init(reader);
}

size_t wire_reader_pending(const wire_reader_t *reader)
{
    return reader->end - reader->start;
}

/* Returns the length of the frame at start, prefix included, 0 while its prefix
 * is incomplete, or a wire_error_t. */
static int frame_size(const wire_reader_t *reader)
{
    size_t pending = wire_reader_pending(reader);
    if (pending == 0)
        return 0;
    const uint8_t *p = reader->data + reader->start;
    if (p[0] != FRAME_MARK)
        return WIRE_ERR_PREFIX;
    if (pending < WIRE_PREFIX_LEN)
        return 0;
    uint32_t length = (uint32_t)p[1] << 24 | (uint32_t)p[2] << 16 |
                      (uint32_t)p[3] << 8 | p[4];
    if (length == 0 || length > WIRE_FRAME_MAX)
        return WIRE_ERR_LENGTH;
    return (int)(WIRE_PREFIX_LEN + length);
}

/* Returns the size that the buffer needs for the next read. It keeps its size
 * if that is enough, because a large frame is often followed by another one. A
 * caller that does not take frames out, because it only looks for the end of
 * file, gets twice the size. Returns 0 when even the largest buffer is full. */
static size_t wanted_size(const wire_reader_t *reader)
{
    size_t pending = wire_reader_pending(reader);
    int announced = frame_size(reader);
    size_t size = reader->size > FIRST_SIZE ? reader->size : FIRST_SIZE;
    if (announced > 0 && (size_t)announced > size)
        size = (size_t)announced;
    while (size <= pending && size < LARGEST_SIZE)
        size = size < LARGEST_SIZE / 2 ? 2 * size : LARGEST_SIZE;
    return pending < size ? size : 0;
}

/* Replaces the buffer by one of another size, with the pending bytes at its
 * front. */
static int resize(wire_reader_t *reader, size_t size)
{
    uint8_t *data = malloc(size);
    if (!data)
        return 0;
    size_t pending = wire_reader_pending(reader);
    if (pending > 0)
        memcpy(data, reader->data + reader->start, pending);
    free(reader->data);
    *reader = (wire_reader_t){data, 0, pending, size};
    return 1;
}

static void move_to_front(wire_reader_t *reader)
{
    size_t pending = wire_reader_pending(reader);
    if (pending > 0)
        memmove(reader->data, reader->data + reader->start, pending);
    reader->start = 0;
    reader->end = pending;
}

uint8_t *wire_reader_space(wire_reader_t *reader, size_t *room)
{
    size_t size = wanted_size(reader);
    if (size == 0)
        return NULL;
    if (size != reader->size) {
        if (!resize(reader, size))
            return NULL;
    } else if (reader->start > 0) {
        move_to_front(reader);
    }
    *room = reader->size - reader->end;
    return reader->data + reader->end;
}

void wire_reader_shrink(wire_reader_t *reader)
{
    if (reader->size > FIRST_SIZE && wire_reader_pending(reader) == 0)
        wire_reader_destroy(reader);
}

void wire_reader_reset(wire_reader_t *reader)
{
    reader->start = reader->end = 0;
    wire_reader_shrink(reader);
}

void wire_reader_commit(wire_reader_t *reader, size_t n)
{
    reader->end += n;
}

int wire_reader_next(wire_reader_t *reader, wire_bytes_t *frame)
{
    int size = frame_size(reader);
    if (size <= 0)
        return size;
    if (wire_reader_pending(reader) < (size_t)size)
        return 0;
    frame->data = reader->data + reader->start + WIRE_PREFIX_LEN;
    frame->len = (size_t)size - WIRE_PREFIX_LEN;
    reader->start += (size_t)size;
    return 1;
}
