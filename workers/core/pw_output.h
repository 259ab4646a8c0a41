/* SPDX-License-Identifier: Apache-2.0 */
/* pw_output.h: encodes frames into a connection's buffer and sends them. The
 * caller holds the connection, except for pw_output_now(). */

#ifndef PW_OUTPUT_H
#define PW_OUTPUT_H

#include "pw_conn.h"
#include "wire_message.h"

#include <stddef.h>

/* Removes from the buffer all frames but the held ones. */
void pw_output_reset(pw_conn_t *conn);

/* Appends a frame of that kind; fields is its struct of wire_message.h. With
 * split not NULL the payload is left out, and *split becomes the place in the
 * buffer where it belongs. Returns 0, or -1 with errno ENOMEM, E2BIG or
 * EINVAL. */
int pw_output_add(pw_conn_t *conn, wire_kind_t kind, const void *fields,
                  size_t *split);

/* Sends the whole buffer, with payload inserted at split unless it is empty,
 * and with the held descriptor. Waits until the socket has taken all; in an
 * asynchronous worker the rest is kept instead. Returns 0, or -1 with errno
 * EPIPE: the connection is broken then. */
int pw_output_send(pw_conn_t *conn, size_t split, wire_bytes_t payload);

/* Holds back what the buffer has: it is sent with the next frame. The
 * descriptor fd (-1: none) goes with it and belongs to the connection from now
 * on, which must have none yet. */
void pw_output_hold(pw_conn_t *conn, int fd);

/* Sends what is held back, if there is anything. Returns as pw_output_send().
 */
int pw_output_flush(pw_conn_t *conn);

/* Forgets what is held back or kept, and closes its descriptor. */
void pw_output_drop(pw_conn_t *conn);

/* Sends one frame without a payload, and never waits. For control frames, with
 * the worker's lock held, and for a refusal by the holder of a data connection.
 * Returns 0, or -1 when the socket does not take all of it. */
int pw_output_now(pw_conn_t *conn, wire_kind_t kind, const void *fields);

#endif /* PW_OUTPUT_H */
