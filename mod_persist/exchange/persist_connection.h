/* SPDX-License-Identifier: Apache-2.0 */
/* persist_connection.h: this child's data connections to workers. There is one
 * for each unit of the table; it is made on first use and kept while the unit's
 * worker lives.
 *
 * The lease makes a connection exclusive, so there is no lock. Workers can
 * write to the table, so each place has a mark in the child's own memory as
 * well: if the table leases a unit twice, the second request gets an error, and
 * no two threads share a buffer. Descriptors and memory are released when the
 * child's process ends. */

#ifndef PERSIST_CONNECTION_H
#define PERSIST_CONNECTION_H

#include "exchange/persist_buffers.h"
#include "exchange/persist_descriptors.h"
#include "exchange/persist_seq.h"
#include "lifecycle/persist_child.h"
#include "slots_claim.h"
#include "wire_token.h"

/* Used only by the thread that has the lease, except for the fields that the
 * watch reads. */
typedef struct persist_connection {
    /* -1: none. Written by the thread that has taken the place. The watch reads
     * it at any moment and checks again once it has taken the place itself. */
    _Atomic int fd;
    struct persist_connection *next; /* never changes once it is listed */
    struct persist_place *place; /* the place that owns this; never changes */
    /* The worker at the other end, and its number of the unit. */
    uint32_t slot, incarnation, unit;
    uint32_t seq;          /* of the REQUEST; drawn for each one */
    persist_seq_t numbers; /* source of seq */
    int used;              /* OPEN has been sent */
    int passes_files;      /* the worker's READY has WIRE_FEATURE_FILE */
    int refuses;           /* the kernel is set to deliver no descriptors */
    /* Says whether the worker has begun the request; NULL: it does not know
     * tokens, or there is no memory for one. */
    wire_token_t *token;
    int token_fd; /* to be passed with OPEN; -1: none */
    persist_descriptors_t descriptors;
    persist_buffers_t *buffers; /* NULL while no thread has the connection */
} persist_connection_t;

/* Returns the connection to the leased unit and makes one if there is none to
 * this incarnation. Returns NULL with errno: ENOENT, ECONNREFUSED, … if nobody
 * listens; EPERM if another user does; EAGAIN if its backlog has been full for
 * a second; EBUSY if the table has leased the unit twice; ENOMEM. */
persist_connection_t *persist_connection_take(persist_child_t *child,
                                              const slots_lease_t *lease);

/* OPEN has been sent, with the descriptor of the token. */
void persist_connection_opened(persist_connection_t *connection);

/* Gives the place back; call this before the lease is released. Other threads
 * may then take it. The buffers go to another connection, so frames taken from
 * the reader become invalid, and a connection with unread bytes in the reader
 * is closed. */
void persist_connection_give(persist_connection_t *connection);

/* Closes the connection. It must still be given back afterwards. */
void persist_connection_close(persist_connection_t *connection);

/* Any thread: returns the first of all connections ever made, open or not, or
 * NULL. The field next leads to the others. */
persist_connection_t *persist_connection_first(void);

/* For the watch: closes the connection if no thread uses it and its worker has
 * hung up. */
void persist_connection_bury(persist_connection_t *connection);

/* Reads what has arrived, after it has waited for that so many milliseconds at
 * most. Returns the bytes read, 0 at the worker's end, or -1 with errno.
 * EAGAIN: nothing yet. EPROTO: more descriptors than frames for them, or any
 * where none may come. Frames taken from the reader become invalid. */
long persist_connection_read(persist_connection_t *connection, int ms);

#endif /* PERSIST_CONNECTION_H */
