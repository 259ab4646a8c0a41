/* SPDX-License-Identifier: Apache-2.0 */
/* persist_connection.h: this child's data connections to workers, one for each
 * (slot, unit), made on first use and kept.
 *
 * The lease makes a connection exclusive, so there is no lock. Because the
 * table can be written by workers, each place has a mark of our own as well: a
 * table that leases a unit twice gets an error, not two threads in one buffer.
 * Descriptors and memory go with the child's process. */

#ifndef PERSIST_CONNECTION_H
#define PERSIST_CONNECTION_H

#include "persist_child.h"
#include "persist_descriptors.h"
#include "slots_claim.h"
#include "wire_frame.h"

#include <msgpack/sbuffer.h>

/* Used by the lease's thread alone. */
typedef struct persist_connection {
    int fd; /* -1: none */
    uint32_t place;
    const persist_child_t *child; /* one for each table */
    uint32_t incarnation;         /* of the worker at the other end */
    uint8_t seq;                  /* of the next REQUEST */
    int used;                     /* OPEN has been sent */
    int passes_files;             /* READY said so: descriptors may come */
    persist_descriptors_t descriptors;
    wire_reader_t reader;  /* from the worker */
    msgpack_sbuffer frame; /* to the worker */
} persist_connection_t;

/* The connection to the leased unit, made when there is none to this
 * incarnation. Returns NULL with errno: ENOENT, ECONNREFUSED, …: nobody
 * listens; EPERM: another user does; EAGAIN: no room in its backlog for a
 * second; EBUSY: the table lies; ENOMEM. */
persist_connection_t *persist_connection_take(const persist_child_t *child,
                                              const slots_lease_t *lease);

/* To be called before the lease is released: others may take it now. Frames
 * taken from the reader are invalid then: memory that a large request or answer
 * took is not kept. */
void persist_connection_give(persist_connection_t *connection);

/* Closes it; it must still be given afterwards. */
void persist_connection_close(persist_connection_t *connection);

/* Reads what is there; may sleep for PERSIST_WAIT_RECV_MS unless flags has
 * MSG_DONTWAIT. Returns bytes read, 0 at the worker's end, or -1 with errno
 * (EAGAIN: nothing yet; EPROTO: more descriptors than frames for them). Frames
 * taken from the reader are invalid then. */
long persist_connection_read(persist_connection_t *connection, int flags);

#endif /* PERSIST_CONNECTION_H */
