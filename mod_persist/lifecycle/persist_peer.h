/* SPDX-License-Identifier: Apache-2.0 */
/* persist_peer.h: checks the process at the other end of a Unix socket. */

#ifndef PERSIST_PEER_H
#define PERSIST_PEER_H

/* True if the process that listens there, or that made the connection, runs as
 * the user of this one. Otherwise errno is EPERM, or that of the system
 * call. */
int persist_peer_is_own(int fd);

#endif /* PERSIST_PEER_H */
