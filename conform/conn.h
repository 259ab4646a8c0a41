/* SPDX-License-Identifier: Apache-2.0 */
/* conn.h: one connection to the worker. Each wait ends after the patience of
 * the options, by play_fail(). */

#ifndef CONFORM_CONN_H
#define CONFORM_CONN_H

#include "play.h"

#include "wire_message.h"

struct conn {
    play_t *play;
    conn_t *next;
    int fd;
    int passed;          /* descriptor that came last, or -1 */
    uint64_t bursts;     /* reads that brought something */
    const char *awaited; /* what must end it; NULL: nothing */
    wire_reader_t reader;
    wire_message_t message; /* the last one taken */
};

/* Connects to the worker, or to who listens on this path. */
conn_t *conn_open(play_t *play);
conn_t *conn_open_at(play_t *play, const char *path);
/* Whether somebody listens on the path. */
int conn_is_accepted(play_t *play, const char *path);
void conn_close(conn_t *conn);
/* Closes all of the play; but for the control connection if that stays. */
void conn_close_all(play_t *play, int control_stays);

/* Appends a frame. */
void conn_encode(conn_t *conn, msgpack_sbuffer *out, wire_kind_t kind,
                 const void *fields);
/* Send all of it. A worker that has closed is no failure: what is read next
 * shows it. */
void conn_send(conn_t *conn, wire_kind_t kind, const void *fields);
void conn_send_bytes(conn_t *conn, const void *bytes, size_t n);
/* Sends what can be sent at once. Returns how much. */
size_t conn_send_some(conn_t *conn, const void *bytes, size_t n);
/* Gives the worker a moment to read what was sent, so that it does not come
 * together with what is sent next. */
void conn_settle(conn_t *conn);
void conn_half_close(conn_t *conn);

/* Waits for the next message, and takes it. 0: the connection has ended. */
wire_kind_t conn_take(conn_t *conn);
/* As conn_take(), if a whole message is there without waiting; else WAIT. When
 * writing is set, waits until something can be read or written first. */
#define CONN_WAIT ((wire_kind_t)-1)
wire_kind_t conn_poll(conn_t *conn, int writing);
/* Fails when what was got is of another kind. */
void conn_check_kind(conn_t *conn, wire_kind_t got, wire_kind_t kind,
                     const char *what);
/* Takes the next message, which must be of this kind. */
void conn_take_kind(conn_t *conn, wire_kind_t kind, const char *what);
/* Takes the end of the connection; what is the subject of the complaint
 * otherwise: "garbage" does not close the connection. */
void conn_take_end(conn_t *conn, const char *what);
/* Whether nothing comes for so long. */
int conn_is_silent(conn_t *conn, int ms);
/* The process that listens at the other end; 0: this system does not tell. */
pid_t conn_peer(const conn_t *conn);

#endif /* CONFORM_CONN_H */
