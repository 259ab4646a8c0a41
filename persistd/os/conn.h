/* SPDX-License-Identifier: Apache-2.0 */
/* conn.h: one stream socket that carries frames both ways, on the loop. */

#ifndef CONN_H
#define CONN_H

#include "wire_message.h"

#include <uv.h>

#define CONN_PASS_MAX 2u /* descriptors in one message */

typedef struct conn conn_t;

typedef struct conn_handlers {
    /* One message came. Its bytes are valid until the return. The connection
     * may be closed from inside. */
    void (*message)(conn_t *conn, wire_message_t *message);
    /* It is over, for this reason; the connection frees itself afterwards. Not
     * called after conn_close(). */
    void (*gone)(conn_t *conn, const char *why);
} conn_handlers_t;

struct conn {
    void *owner;    /* the user's */
    int descriptor; /* came beside the last bytes; whoever takes it sets -1 */
    const conn_handlers_t *handlers;
    uv_poll_t poll;
    int fd;
    int takes_descriptors;
    int ending; /* close once everything has been sent */
    int closed;
    int broken; /* the peer has sent no frame of ours, or descriptors */
    wire_reader_t reader;
    msgpack_sbuffer out;
    size_t sent; /* bytes of out */
};

/* Takes the descriptor over, also on failure. Returns NULL with errno. */
conn_t *conn_open(uv_loop_t *loop, int fd, const conn_handlers_t *handlers,
                  void *owner);

/* From now on descriptors are taken (SCM_RIGHTS); elsewhere they end the
 * connection. */
void conn_take_descriptors(conn_t *conn);

/* Connects to a Unix socket that is listened on by our own uid.
 * Returns NULL with errno (EPERM: somebody else listens; EAGAIN: its backlog is
 * full, try again). */
conn_t *conn_connect(uv_loop_t *loop, const char *path,
                     const conn_handlers_t *handlers, void *owner);

/* Sends, or queues what can't be sent now. A failure is told by gone(), later.
 * Returns 0, or a wire_error_t: the message can't be written. */
int conn_send(conn_t *conn, wire_kind_t kind, const void *fields);

/* Sends it at once, with these descriptors beside it, which stay the caller's;
 * nothing may wait to be sent. Returns 0, or -1 with errno: nothing was sent.
 */
int conn_pass(conn_t *conn, wire_kind_t kind, const void *fields,
              const int *fds, size_t count);

/* Bytes that wait to be sent. */
size_t conn_pending(const conn_t *conn);

/* At once, without a word to the owner; NULL is fine. */
void conn_close(conn_t *conn);

/* Hears nothing more, and ends with gone() when everything queued was sent,
 * perhaps from inside this call. */
void conn_end(conn_t *conn);

#endif /* CONN_H */
