/* SPDX-License-Identifier: Apache-2.0 */
/* persist_connection.h: this child's data connections to workers, one for each
 * (slot, unit), made on first use and kept while the worker lives.
 *
 * The lease makes a connection exclusive, so there is no lock. Because the
 * table can be written by workers, each place has a mark of our own as well: a
 * table that leases a unit twice gets an error, not two threads in one buffer.
 * Descriptors and memory go with the child's process. */

#ifndef PERSIST_CONNECTION_H
#define PERSIST_CONNECTION_H

#include "exchange/persist_descriptors.h"
#include "exchange/persist_seq.h"
#include "lifecycle/persist_child.h"
#include "slots_claim.h"
#include "wire_frame.h"

#include <msgpack/sbuffer.h>

/* Used by the lease's thread alone, but for what the watch looks at. */
typedef struct persist_connection {
    /* -1: none. Who has the place writes, and the watch (any moment) reads:
     * what it finds is looked at again when it has the place. */
    _Atomic int fd;
    struct persist_connection *next; /* never changes once it is listed */
    struct persist_place *place;     /* its own; never changes */
    uint32_t incarnation;            /* of the worker at the other end */
    uint32_t seq;                    /* of the REQUEST, drawn anew for each */
    persist_seq_t numbers;           /* to draw it from */
    int used;                        /* OPEN has been sent */
    int passes_files;                /* READY said so: descriptors may come */
    int refuses;                     /* the kernel lets none come */
    persist_descriptors_t descriptors;
    wire_reader_t reader;  /* from the worker */
    msgpack_sbuffer frame; /* to the worker */
} persist_connection_t;

/* The connection to the leased unit, made when there is none to this
 * incarnation. Returns NULL with errno: ENOENT, ECONNREFUSED, …: nobody
 * listens; EPERM: another user does; EAGAIN: no room in its backlog for a
 * second; EBUSY: the table lies; ENOMEM. */
persist_connection_t *persist_connection_take(persist_child_t *child,
                                              const slots_lease_t *lease);

/* To be called before the lease is released: others may take it now. Frames
 * taken from the reader are invalid then: memory that a large request or answer
 * took is not kept. */
void persist_connection_give(persist_connection_t *connection);

/* Closes it; it must still be given afterwards. */
void persist_connection_close(persist_connection_t *connection);

/* Any thread: all connections that there ever were, open or not; NULL: none.
 * The others follow by next. */
persist_connection_t *persist_connection_first(void);

/* The watch: closes it if nobody uses it and its worker has hung up. */
void persist_connection_bury(persist_connection_t *connection);

/* Reads what is there; may sleep for PERSIST_WAIT_RECV_MS unless flags has
 * MSG_DONTWAIT. Returns bytes read, 0 at the worker's end, or -1 with errno
 * (EAGAIN: nothing yet; EPROTO: more descriptors than frames for them, or any
 * where none may come). Frames taken from the reader are invalid then. */
long persist_connection_read(persist_connection_t *connection, int flags);

#endif /* PERSIST_CONNECTION_H */
