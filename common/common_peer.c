/* SPDX-License-Identifier: Apache-2.0 */
/* common_peer.c: peer credentials by SO_PEERCRED (Linux), elsewhere by
 * getpeereid(3). */

#include "common_peer.h"

#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

#ifdef SO_PEERCRED
int common_peer(int fd, pid_t *pid, uid_t *uid)
{
    struct ucred peer;
    socklen_t size = sizeof(peer);
    if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0)
        return -1;
    *pid = peer.pid;
    *uid = peer.uid;
    return 0;
}
#else
int common_peer(int fd, pid_t *pid, uid_t *uid)
{
    gid_t gid;
    *pid = 0;
    return getpeereid(fd, uid, &gid);
}
#endif

int common_peer_is_own(int fd)
{
    pid_t pid;
    uid_t uid;
    if (common_peer(fd, &pid, &uid) != 0)
        return 0;
    errno = EPERM;
    return uid == geteuid();
}
