/* SPDX-License-Identifier: Apache-2.0 */
/* conn.h: one connection to the worker. A wait that exceeds --timeout fails the
 * rule. */

#ifndef CONFORM_CONN_H
#define CONFORM_CONN_H

#include "play.h"

#include "wire_message.h"

struct conn {
    play_t *play;
    conn_t *next;
    int fd;
    int passed;          /* last descriptor received, or -1 */
    uint64_t bursts;     /* reads that returned bytes */
    const char *awaited; /* see conn_take_end(); NULL outside of it */
    wire_reader_t reader;
    wire_message_t message; /* the last one taken */
};

/* Connects to the worker. */
conn_t *conn_open(play_t *play);
/* Connects to the process that listens on the path. */
conn_t *conn_open_at(play_t *play, const char *path);
/* Whether a process listens on the path. */
int conn_is_accepted(play_t *play, const char *path);

/* Waits until no process listens on the path. The rule fails otherwise; what is
 * as for conn_take_end(). */
void conn_take_refusal(play_t *play, const char *path, const char *what);
void conn_close(conn_t *conn);
/* Closes all connections of the run, except the control connection if
 * control_stays is set. */
void conn_close_all(play_t *play, int control_stays);

/* Appends a frame. */
void conn_encode(conn_t *conn, msgpack_sbuffer *out, wire_kind_t kind,
                 const void *fields);
/* Sends a frame. If the worker has closed the connection, this does nothing:
 * the next read shows the end. */
void conn_send(conn_t *conn, wire_kind_t kind, const void *fields);
/* As conn_send(), and passes WIRE_DESCRIPTORS_MOST descriptors at most with the
 * first byte. */
void conn_send_passing(conn_t *conn, wire_kind_t kind, const void *fields,
                       const int *fds, unsigned count);
/* As conn_send(), for bytes. */
void conn_send_bytes(conn_t *conn, const void *bytes, size_t n);
/* Sends without blocking. Returns how many bytes were sent. */
size_t conn_send_some(conn_t *conn, const void *bytes, size_t n);
/* Waits until the worker has read what was sent, or for a moment, so that the
 * next bytes arrive in another read. */
void conn_settle(conn_t *conn);
void conn_half_close(conn_t *conn);

/* Waits for the next message, and takes it. 0: the connection has ended. */
wire_kind_t conn_take(conn_t *conn);
/* Returned when no whole message has arrived. */
#define CONN_WAIT ((wire_kind_t)-1)
/* As conn_take(), but without waiting. With writing set, waits until the
 * connection is readable or writable first. */
wire_kind_t conn_poll(conn_t *conn, int writing);
/* Fails the rule if got is not kind. */
void conn_check_kind(conn_t *conn, wire_kind_t got, wire_kind_t kind,
                     const char *what);
/* Takes the next message, and fails the rule if it is of another kind. what is
 * the subject of the message. */
void conn_take_kind(conn_t *conn, wire_kind_t kind, const char *what);
/* Waits for the end of the connection. The rule fails otherwise; what is the
 * subject of the message: "HTTP does not close the connection". */
void conn_take_end(conn_t *conn, const char *what);
/* Whether nothing arrives within the time. */
int conn_is_silent(conn_t *conn, int ms);
/* The process at the other end; 0 where the system has no SO_PEERCRED. */
pid_t conn_peer(const conn_t *conn);

#endif /* CONFORM_CONN_H */
