/* SPDX-License-Identifier: Apache-2.0 */
/* wire_descriptors.h: descriptors that come beside bytes (SCM_RIGHTS).
 *
 * Who can write to a Unix socket can pass descriptors with any byte, and let
 * his own copies go. Then the reader's kernel drops the last reference, in the
 * reader's thread: in recv() without room for them, and in close() with bytes
 * unread. That of a TCP socket with SO_LINGER waits as long as its sender said,
 * deadlines or not. So a socket on which none are expected refuses them, where
 * the kernel can; all that comes nevertheless is received, and dropped here. */

#ifndef WIRE_DESCRIPTORS_H
#define WIRE_DESCRIPTORS_H

#include <stddef.h>
#include <sys/types.h>

/* From now on nobody can pass descriptors to this socket, nor to what is
 * accepted from it: for before connect() or listen(). Returns 0, or -1: this
 * kernel can't (Linux before 6.16), and they are expected, as below. */
int wire_descriptors_refuse(int socket);

/* For a socket to which they may be passed, before it is read from: what comes
 * out of band, which the kernel throws away with what is beside it, comes in
 * its place. */
void wire_descriptors_expect(int socket);

/* As recv(). *first is the first descriptor that came along, close-on-exec and
 * the caller's now, or -1; all others are dropped. With first NULL there must
 * be none: -1 with errno EPROTO where one came, and the bytes are lost. */
ssize_t wire_descriptors_receive(int socket, void *space, size_t room,
                                 int flags, int *first);

/* Closes what came from others, or a socket of which this process has the only
 * descriptor; it does not linger, and what is unread in a Unix socket is
 * received first. errno stays. Allocates nothing. What its file system lets
 * wait in close() waits all the same, and so may what is nested in Unix sockets
 * deeper than five. */
void wire_descriptors_drop(int fd);

/* What is unread in a Unix socket is thrown away, and no more is taken: for one
 * that is about to be closed by other means. */
void wire_descriptors_empty(int socket);

#endif /* WIRE_DESCRIPTORS_H */
