/* SPDX-License-Identifier: Apache-2.0 */
/* conn.h: one stream socket on the loop that carries frames in both
 * directions. */

#ifndef CONN_H
#define CONN_H

#include "wire_message.h"

#include <uv.h>

typedef struct conn conn_t;

typedef struct conn_handlers {
    /* A message has come. Its bytes are valid until this function returns. It
     * may close the connection. */
    void (*message)(conn_t *conn, wire_message_t *message);
    /* The connection has ended, for the reason `why`. It frees itself
     * afterwards. Not called after conn_close(). */
    void (*gone)(conn_t *conn, const char *why);
} conn_handlers_t;

struct conn {
    void *owner; /* belongs to the user of the connection */
    /* A descriptor that came with the last bytes; -1: none. Code that takes it
     * sets this to -1. */
    int descriptor;
    const conn_handlers_t *handlers;
    uv_poll_t poll;
    int fd;
    int takes_descriptors;
    int ending; /* close when everything has been sent */
    int closed;
    int broken; /* the peer sent an invalid frame, or descriptors */
    wire_reader_t reader;
    msgpack_sbuffer out;
    size_t sent; /* bytes of out that have been sent */
};

/* Takes over fd, also on failure. Returns NULL with errno. */
conn_t *conn_open(uv_loop_t *loop, int fd, const conn_handlers_t *handlers,
                  void *owner);

/* From now on the connection accepts descriptors (SCM_RIGHTS). Without this
 * call a descriptor ends it. */
void conn_take_descriptors(conn_t *conn);

/* Connects to a Unix socket on which our own uid listens. Returns NULL with
 * errno (EPERM: another user listens; EAGAIN: the backlog is full, try
 * again). */
conn_t *conn_connect(uv_loop_t *loop, const char *path,
                     const conn_handlers_t *handlers, void *owner);

/* Sends a message, or queues what cannot be sent now. A failure is reported
 * later, by gone(). Returns 0, or a wire_error_t if the message cannot be
 * encoded. */
int conn_send(conn_t *conn, wire_kind_t kind, const void *fields);

/* Sends a message at once, together with these descriptors, which the caller
 * keeps. Nothing may be queued. Returns 0, or -1 with errno if nothing was
 * sent. */
int conn_pass(conn_t *conn, wire_kind_t kind, const void *fields,
              const int *fds, size_t count);

/* The number of queued bytes. */
size_t conn_pending(const conn_t *conn);

/* Closes at once, without a call of gone(). NULL is allowed. */
void conn_close(conn_t *conn);

/* Ignores further messages, and ends with gone() when everything queued has
 * been sent. That may happen inside this call. */
void conn_end(conn_t *conn);

#endif /* CONN_H */
