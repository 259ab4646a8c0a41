/* SPDX-License-Identifier: Apache-2.0 */
/* common_peer_test.c: the credentials of a peer are those of a real process. */

#include "common_peer.h"
#include "tap.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

/* Listens on a socket at `address`, connects from a child, which stays until
 * its socket ends, and sets *fd to the connection. Returns the child. */
static pid_t connected_child(const struct sockaddr_un *address, int *fd)
{
    const struct sockaddr *name = (const struct sockaddr *)address;
    int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    char byte;
    if (bind(listener, name, sizeof(*address)) || listen(listener, 1))
        bail_out("no socket");
    pid_t child = fork();
    if (child == 0) {
        int own = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        int connected = connect(own, name, sizeof(*address)) == 0;
        _exit(connected && read(own, &byte, 1) == 0 ? 0 : 1);
    }
    *fd = accept(listener, NULL, NULL);
    close(listener);
    return child;
}

static void test_own(void)
{
    char directory[] = "/tmp/common_peer_test.XXXXXX";
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int fd = -1, status = -1;
    pid_t pid = -1;
    uid_t uid = (uid_t)-1;
    if (!mkdtemp(directory))
        bail_out("no directory");
    snprintf(address.sun_path, sizeof(address.sun_path), "%s/s", directory);
    pid_t child = connected_child(&address, &fd);
    is_int(common_peer(fd, &pid, &uid), 0, "a peer has credentials");
    ok(uid == geteuid(), "its user is ours");
    ok(pid == child || pid == 0, "its process is the one that connected");
    ok(common_peer_is_own(fd), "so that it is our own");
    close(fd);
    waitpid(child, &status, 0);
    is_int(status, 0, "the other end was there all the time");
    unlink(address.sun_path);
    rmdir(directory);
}

/* Only root can become another user than its peer's. */
static void test_other(void)
{
    int pair[2] = {-1, -1};
    if (geteuid() != 0)
        return;
    is_int(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0, "root has a pair");
    is_int(seteuid(65534), 0, "and becomes nobody");
    errno = 0;
    ok(!common_peer_is_own(pair[0]) && errno == EPERM,
       "whose peer is root, not its own");
    is_int(seteuid(0), 0, "root is itself again");
    close(pair[0]);
    close(pair[1]);
}

static void test_none(void)
{
    pid_t pid;
    uid_t uid;
    int fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
    errno = 0;
    ok(common_peer(fd, &pid, &uid) == -1 && errno == ENOTSOCK,
       "a file has no peer");
    ok(!common_peer_is_own(fd) && errno == ENOTSOCK, "and says why");
    close(fd);
}

int main(void)
{
    test_own();
    test_other();
    test_none();
    return done_testing();
}
