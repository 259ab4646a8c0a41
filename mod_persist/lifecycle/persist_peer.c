/* SPDX-License-Identifier: Apache-2.0 */
/* persist_peer.c: asks the kernel for the user at the other end of a Unix
 * socket. */

#include "lifecycle/persist_peer.h"

#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

#ifdef SO_PEERCRED
static int peer_uid(int fd, uid_t *uid)
{
    struct ucred peer;
    socklen_t length = sizeof(peer);
    if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &length) != 0)
        return -1;
    *uid = peer.uid;
    return 0;
}
#else
static int peer_uid(int fd, uid_t *uid)
{
    gid_t gid;
    return getpeereid(fd, uid, &gid);
}
#endif

int persist_peer_is_own(int fd)
{
    uid_t uid;
    if (peer_uid(fd, &uid) != 0)
        return 0;
    errno = EPERM;
    return uid == geteuid();
}
