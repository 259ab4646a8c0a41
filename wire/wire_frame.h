/* SPDX-License-Identifier: Apache-2.0 */
/* wire_frame.h: cuts a stream of bytes into frames. No descriptors here: the
 * caller reads into the space it is given and says how much came. */

#ifndef WIRE_FRAME_H
#define WIRE_FRAME_H

#include <stddef.h>
#include <stdint.h>

/* A run of bytes that somebody else owns. */
typedef struct wire_bytes {
    const uint8_t *data;
    size_t len;
} wire_bytes_t;

/* One connection's buffer. The fields are private to wire_frame.c. */
typedef struct wire_reader {
    uint8_t *data;
    size_t start; /* first byte not yet given out as a frame */
    size_t end;   /* behind the last byte received */
    size_t size;  /* bytes allocated */
} wire_reader_t;

void wire_reader_init(wire_reader_t *reader);
void wire_reader_destroy(wire_reader_t *reader);

/* Room for the next read: never less than one byte; the buffer grows only to
 * what a checked length prefix has announced, so at most to WIRE_PREFIX_LEN +
 * WIRE_FRAME_MAX, and stays so until wire_reader_shrink. Frames given out
 * before are invalid after this call. Who only looks for the end of file may
 * leave whole frames in the buffer: it then doubles, up to the same bound.
 * Returns NULL when there is no memory or the bound is reached; *room is
 * untouched then. */
uint8_t *wire_reader_space(wire_reader_t *reader, size_t *room);

/* Says that n bytes (n <= room) were put into the space. */
void wire_reader_commit(wire_reader_t *reader, size_t n);

/* Takes the next whole frame out, without its prefix.
 * Returns 1 with *frame set (valid until the next wire_reader_space or
 * destroy), 0 when more bytes are needed, or WIRE_ERR_PREFIX or
 * WIRE_ERR_LENGTH as soon as the prefix shows it (the reader is then of no
 * further use). */
int wire_reader_next(wire_reader_t *reader, wire_bytes_t *frame);

/* For the pause after an exchange: frees a buffer that a large frame has made
 * large, if nothing is pending. Frames given out before are invalid then. */
void wire_reader_shrink(wire_reader_t *reader);

/* Bytes received and not yet given out: not 0 at end of file means that the
 * peer was cut off inside a frame. */
size_t wire_reader_pending(const wire_reader_t *reader);

#endif /* WIRE_FRAME_H */
