/* SPDX-License-Identifier: Apache-2.0 */
/* persist_stream.h: sends and receives whole frames over a Unix socket, with a
 * deadline. Any thread; the descriptor may block or not. */

#ifndef PERSIST_STREAM_H
#define PERSIST_STREAM_H

#include "wire_frame.h"

#include <stdint.h>

/* Takes the next frame. The deadline is on the clock of common_now_us(); one in
 * the past means "only what has arrived". Returns 1 with *frame set (valid as
 * for wire_reader_next()), 0 if no frame arrives in time, or -1 at the end of
 * the stream, or if it carries anything but frames, or descriptors. */
int persist_stream_next(int fd, wire_reader_t *reader, int64_t deadline,
                        wire_bytes_t *frame);

/* Sends all bytes. Returns 0, or -1 with errno (ETIMEDOUT: deadline). */
int persist_stream_send(int fd, const void *bytes, size_t len,
                        int64_t deadline);

#endif /* PERSIST_STREAM_H */
