/* SPDX-License-Identifier: Apache-2.0 */
/* persist_stream.h: whole frames over a Unix socket, by a deadline. Any
 * thread; the descriptor may be blocking or not. */

#ifndef PERSIST_STREAM_H
#define PERSIST_STREAM_H

#include "wire_frame.h"

#include <stdint.h>

/* Takes the next frame; deadline on the clock of slots_now_us(), a past one
 * means "what is there". Returns 1 with *frame set (valid as wire_reader_next
 * says), 0 when it is not there in time, -1 at the end of the stream or when
 * it carries no frames, or descriptors. */
int persist_stream_next(int fd, wire_reader_t *reader, int64_t deadline,
                        wire_bytes_t *frame);

/* Sends all of it. Returns 0, or -1 with errno (ETIMEDOUT: deadline). */
int persist_stream_send(int fd, const void *bytes, size_t len,
                        int64_t deadline);

#endif /* PERSIST_STREAM_H */
