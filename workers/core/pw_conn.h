/* SPDX-License-Identifier: Apache-2.0 */
/* pw_conn.h: the table of connections, and which thread holds which.
 *
 * One thread at a time *holds* a connection. Only the holder touches its
 * buffers and its request. Records are never freed before the worker, only used
 * again: the tag that the poller gives back has the record's index and its
 * generation, and so shows whether it still means the same connection. */

#ifndef PW_CONN_H
#define PW_CONN_H

#include "persist/worker.h"
#include "pw_request.h"
#include "wire_message.h"
#include "wire_token.h"

#include <stddef.h>
#include <stdint.h>

#define PW_CONNS_MAX 4096u /* most connections at a time */

enum pw_role {
    PW_NEW,    /* OPEN has not come yet */
    PW_DATA,   /* of httpd: requests */
    PW_CONTROL /* of persistd */
};

struct pw_conn {
    persist_worker_t *worker; /* never changes */
    uint32_t index;           /* place in worker->conns; never changes */

    /* guarded by the worker's lock */
    uint32_t generation; /* raised each time the record is used again */
    enum pw_role role;   /* what OPEN has said */
    unsigned unit;       /* PW_DATA: the unit it serves, < PW_UNITS_MAX */
    int busy;            /* 1: a thread holds it */
    int edge;            /* 1: something came while it was held, or more may
                          * wait in the socket: the holder reads on */
    /* Says whether a request may begin, if OPEN has WIRE_FEATURE_AHEAD. Only
     * the holder and the fork handler use it. NULL: none has come */
    wire_token_t *token;

    /* written with the lock held, read also by the orphan watch's handler */
    _Atomic int fd;      /* the socket; -1: the record is free */
    _Atomic int running; /* 1: the script works at its request */

    /* the holder's */
    int broken;           /* 1: to be closed when it is given back */
    uint64_t features;    /* enum wire_feature of OPEN */
    size_t held;          /* first bytes of out that wait for a next frame */
    int passed;           /* descriptor to be sent with them, or with the first
                           * byte of kept; -1: none */
    msgpack_sbuffer kept; /* asynchronous: output that found no room */
    size_t kept_at;       /* bytes of it that have been sent since */
    wire_reader_t reader; /* what has come */
    msgpack_sbuffer out;  /* frames to be sent */
    persist_request_t request; /* the current or the last one */
};

/* Gives a record to an accepted socket and adds it to the poller. The caller
 * holds the connection. Returns NULL with errno when there is no memory, no
 * free record (EMFILE) or the poller failed; fd is closed then. */
pw_conn_t *pw_conn_open(persist_worker_t *worker, int fd);

/* The tag that the poller has for the connection. */
static inline uint64_t pw_conn_tag(const pw_conn_t *conn)
{
    return (uint64_t)conn->index << 32 | conn->generation;
}

/* Returns the connection that an event's tag means, or NULL when it has gone.
 * With the worker's lock held, or in the one thread of an asynchronous worker.
 */
pw_conn_t *pw_conn_find(persist_worker_t *worker, uint64_t tag);

/* Holds the connection that an event's tag means. Returns NULL when this thread
 * has nothing to do: the connection has gone, or another thread holds it and is
 * told to read on. */
pw_conn_t *pw_conn_take(persist_worker_t *worker, uint64_t tag);

/* Gives the connection back. Returns 1, or 0 when something has come meanwhile:
 * the caller still holds it then. */
int pw_conn_rest(pw_conn_t *conn);

/* Closes the socket, drops what is held back and frees the buffers. The record
 * can be used again. */
void pw_conn_close(pw_conn_t *conn);

/* In a clone, where the fork handler has closed the socket: resets the record
 * to that of an unused connection. */
void pw_conn_forget(pw_conn_t *conn);

/* Maps the token behind the descriptor, which stays the caller's. A second
 * token, or a descriptor that is none, changes nothing. */
void pw_conn_accept_token(pw_conn_t *conn, int fd);

/* Unmaps the token, if there is one. With the worker's lock held, or in a
 * process that has no other thread. */
void pw_conn_drop_token(pw_conn_t *conn);

/* Counts the connection's request as one that the script works at. */
void pw_conn_run(pw_conn_t *conn);

/* The script has given the connection's request back. Returns 1 when there may
 * be more to take in and the caller still holds the connection, 0 when it has
 * been given back or closed. */
int pw_conn_done(pw_conn_t *conn);

/* Returns 1 if the script works at a request of the unit, else 0. With the
 * worker's lock held. */
int pw_conn_unit_runs(const persist_worker_t *worker, unsigned unit);

/* Returns 1 if bytes for the unit have arrived that no thread has taken in yet,
 * or that another thread is taking in, else 0. With the worker's lock held. */
int pw_conn_unit_arrives(const persist_worker_t *worker, unsigned unit);

#endif /* PW_CONN_H */
