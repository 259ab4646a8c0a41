/* SPDX-License-Identifier: Apache-2.0 */
/* pw_fd.c: settings and checks of descriptors, by bare system calls. */

#include "pw_fd.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#ifndef POLLRDHUP
#define POLLRDHUP 0
#endif

int pw_fd_cloexec(int fd)
{
    int flags = fcntl(fd, F_GETFD);
    return flags < 0 ? -1 : fcntl(fd, F_SETFD, flags | FD_CLOEXEC);
}

int pw_fd_nonblock(int fd)
{
    int flags = fcntl(fd, F_GETFL);
    return flags < 0 ? -1 : fcntl(fd, F_SETFL, flags | O_NONBLOCK);
}

int pw_fd_pipe(int fds[2])
{
    if (pipe(fds) < 0)
        return -1;
    for (int i = 0; i < 2; i++)
        if (pw_fd_cloexec(fds[i]) < 0 || pw_fd_nonblock(fds[i]) < 0) {
            int error = errno;
            close(fds[0]);
            close(fds[1]);
            errno = error;
            return -1;
        }
    return 0;
}

int pw_fd_accept(int listen_fd)
{
#ifdef SOCK_CLOEXEC
    return accept4(listen_fd, NULL, NULL, SOCK_CLOEXEC);
#else
    int fd = accept(listen_fd, NULL, NULL);
    if (fd >= 0 && pw_fd_cloexec(fd) < 0) {
        close(fd);
        return -1;
    }
    return fd;
#endif
}

int pw_fd_send_room(int fd, int bytes)
{
    return setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof(bytes));
}

int pw_fd_is_listener(int fd)
{
    int listening = 0;
    socklen_t len = sizeof(listening);
    struct sockaddr_storage name;
    socklen_t name_len = sizeof(name);
    return getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &listening, &len) == 0 &&
           listening &&
           getsockname(fd, (struct sockaddr *)&name, &name_len) == 0 &&
           name.ss_family == AF_UNIX;
}

int pw_fd_readable(int fd)
{
    struct pollfd set = {.fd = fd, .events = POLLIN};
    return poll(&set, 1, 0) > 0;
}

int pw_fd_hung_up(int fd)
{
    struct pollfd set = {.fd = fd, .events = POLLRDHUP};
    return poll(&set, 1, 0) > 0 && set.revents != 0;
}
