/* SPDX-License-Identifier: Apache-2.0 */
/* wire_descriptors.h: descriptors that are passed with bytes (SCM_RIGHTS).
 *
 * A peer that can write to a Unix socket can pass descriptors with any byte and
 * close its own copies. Then the kernel drops the last reference in the
 * reader's thread: in recv() if it has no room for them, or in close() if bytes
 * are unread. Dropping a TCP socket with SO_LINGER takes as long as its sender
 * has set, whatever deadline the reader has. So a socket on which no
 * descriptors are expected refuses them, where the kernel can do that.
 * Descriptors that arrive nevertheless are received, and dropped here. */

#ifndef WIRE_DESCRIPTORS_H
#define WIRE_DESCRIPTORS_H

#include <stddef.h>
#include <sys/types.h>
#include <sys/uio.h>

/* The most descriptors that one of our messages passes. */
#define WIRE_DESCRIPTORS_MOST 2u

/* Makes the kernel refuse descriptors that are passed to this socket, or to
 * sockets accepted from it. Call it before connect() or listen(). Returns 0, or
 * -1 if the kernel can't do that (Linux before 6.16); then the socket expects
 * descriptors, as below. */
int wire_descriptors_refuse(int socket);

/* Prepares a socket to which descriptors may be passed; call it before the
 * first read. Out-of-band bytes then come in line: otherwise the kernel would
 * skip them, and drop the descriptors that were passed with them. */
void wire_descriptors_expect(int socket);

/* As recv(). *first is set to the first passed descriptor, which is
 * close-on-exec and now belongs to the caller, or to -1. All others are
 * dropped. If first is NULL, a passed descriptor is an error: the function
 * returns -1 with errno EPROTO, and the bytes are lost. */
ssize_t wire_descriptors_receive(int socket, void *space, size_t room,
                                 int flags, int *first);

/* As sendmsg() of these parts, with these flags. `passed` descriptors,
 * WIRE_DESCRIPTORS_MOST at most, go with the first byte, and stay the caller's.
 * Returns the bytes sent, or -1 with errno, also EINVAL for more of them. */
ssize_t wire_descriptors_send(int socket, struct iovec *parts, size_t count,
                              const int *fds, size_t passed, int flags);

/* Closes a descriptor that came from a peer, or a socket of which this process
 * has the only descriptor. The socket does not linger, and descriptors that
 * wait unread in a Unix socket are received and dropped first. errno stays.
 * Allocates nothing. close() may still block on a file whose file system does
 * not answer, or on sockets nested in Unix sockets deeper than five. */
void wire_descriptors_drop(int fd);

/* Discards what is unread in a Unix socket, and shuts it for reading: for a
 * socket that is about to be closed by other means. */
void wire_descriptors_empty(int socket);

#endif /* WIRE_DESCRIPTORS_H */
