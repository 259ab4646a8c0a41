/* SPDX-License-Identifier: Apache-2.0 */
/* wire_frame.h: cuts a stream of bytes into frames. The reader does no I/O: the
 * caller receives into the space it is given and reports how much came. */

#ifndef WIRE_FRAME_H
#define WIRE_FRAME_H

#include <stddef.h>
#include <stdint.h>

/* A run of bytes, not owned. */
typedef struct wire_bytes {
    const uint8_t *data;
    size_t len;
} wire_bytes_t;

/* One connection's buffer. The fields are private to wire_frame.c. */
typedef struct wire_reader {
    uint8_t *data;
    size_t start; /* first byte not yet given out as a frame */
    size_t end;   /* after the last byte received */
    size_t size;  /* bytes allocated */
} wire_reader_t;

void wire_reader_init(wire_reader_t *reader);
void wire_reader_destroy(wire_reader_t *reader);

/* Returns the space for the next read, and sets *room to its size, which is at
 * least one byte. The buffer grows only to what a checked length prefix has
 * announced, so at most to WIRE_PREFIX_LEN + WIRE_FRAME_MAX, and keeps that
 * size until wire_reader_shrink(). Frames given out before are invalid after
 * this call. A caller that only looks for the end of file may leave whole
 * frames in the buffer: it then doubles, up to the same bound. Returns NULL,
 * and leaves *room as it was, when there is no memory or the bound is
 * reached. */
uint8_t *wire_reader_space(wire_reader_t *reader, size_t *room);

/* Reports that n bytes (n <= room) were put into the space. */
void wire_reader_commit(wire_reader_t *reader, size_t n);

/* Takes the next whole frame out, without its prefix.
 * Returns 1 with *frame set (valid until the next wire_reader_space() or
 * wire_reader_destroy()), 0 when more bytes are needed, or WIRE_ERR_PREFIX or
 * WIRE_ERR_LENGTH as soon as the prefix shows it. After an error the reader can
 * only be destroyed. */
int wire_reader_next(wire_reader_t *reader, wire_bytes_t *frame);

/* Frees a buffer that a large frame has enlarged, if nothing is pending. Call
 * it in the pause after an exchange. Frames given out before are invalid after
 * this call. */
void wire_reader_shrink(wire_reader_t *reader);

/* Drops what is pending, and frees a buffer that a large frame has enlarged.
 * The reader can then read another stream. */
void wire_reader_reset(wire_reader_t *reader);

/* Bytes received and not yet given out. If this is not 0 at the end of file,
 * the stream has ended inside a frame. */
size_t wire_reader_pending(const wire_reader_t *reader);

#endif /* WIRE_FRAME_H */
