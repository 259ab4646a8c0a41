/* SPDX-License-Identifier: Apache-2.0 */
/* persist_peer.h: who is at the other end of a Unix socket? */

#ifndef PERSIST_PEER_H
#define PERSIST_PEER_H

/* True when the process that listens there (or made the connection) runs as
 * this one does. Otherwise errno is EPERM, or what the system call gave. */
int persist_peer_is_own(int fd);

#endif /* PERSIST_PEER_H */
