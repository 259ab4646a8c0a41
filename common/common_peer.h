/* SPDX-License-Identifier: Apache-2.0 */
/* common_peer.h: which process and user are at the other end of a Unix socket,
 * as the kernel recorded them. Both functions are async-signal-safe. */

#ifndef COMMON_PEER_H
#define COMMON_PEER_H

#include <sys/types.h>

/* Sets *pid and *uid to the process that connected to the socket fd or, on a
 * connection that we made, to the one that called listen(2). *pid is 0 where
 * the system does not report it. Returns 0, or -1 with errno. */
int common_peer(int fd, pid_t *pid, uid_t *uid);

/* Returns 1 if the process at the other end of the socket fd runs as our
 * effective user. Otherwise returns 0 with errno: EPERM, or why the kernel gave
 * no credentials. */
int common_peer_is_own(int fd);

#endif /* COMMON_PEER_H */
