/* SPDX-License-Identifier: Apache-2.0 */
/* persist_descriptors.c: reads from a worker that passes open files.
 *
 * The kernel ends a read behind the bytes that a descriptor came with, so there
 * is never more than one message's worth. */

#include "persist_descriptors.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#ifdef MSG_CMSG_CLOEXEC
#define RECEIVE_FLAGS MSG_CMSG_CLOEXEC
#else
#define RECEIVE_FLAGS 0
#endif

static void keep(persist_descriptors_t *waiting, int fd, int *surplus)
{
    fcntl(fd, F_SETFD, FD_CLOEXEC);
    if (waiting->count < PERSIST_DESCRIPTORS_MAX) {
        waiting->fds[waiting->count++] = fd;
        return;
    }
    close(fd);
    *surplus = 1;
}

/* One of each message is kept, though there is room for more in the control
 * buffer, which is aligned. */
static int keep_first(persist_descriptors_t *waiting, struct msghdr *message)
{
    struct cmsghdr *control = CMSG_FIRSTHDR(message);
    int surplus = 0;
    if (!control || control->cmsg_level != SOL_SOCKET ||
        control->cmsg_type != SCM_RIGHTS)
        return 0;
    size_t count = (control->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t i = 0; i < count; i++) {
        int fd;
        memcpy(&fd, CMSG_DATA(control) + i * sizeof(int), sizeof(int));
        if (i == 0)
            keep(waiting, fd, &surplus);
        else
            close(fd);
    }
    return surplus;
}

long persist_descriptors_read(persist_descriptors_t *waiting, int socket,
                              void *space, size_t room, int flags)
{
    union {
        struct cmsghdr align;
        char bytes[CMSG_SPACE(sizeof(int))];
    } control;
    struct iovec part = {space, room};
    struct msghdr message = {
        .msg_iov = &part,
        .msg_iovlen = 1,
        .msg_control = control.bytes,
        .msg_controllen = sizeof(control.bytes),
    };
    ssize_t n = recvmsg(socket, &message, flags | RECEIVE_FLAGS);
    if (n >= 0 && keep_first(waiting, &message)) {
        errno = EPROTO;
        return -1;
    }
    return (long)n;
}

int persist_descriptors_take(persist_descriptors_t *waiting)
{
    if (waiting->count == 0)
        return -1;
    int fd = waiting->fds[0];
    waiting->count--;
    memmove(waiting->fds, waiting->fds + 1,
            (size_t)waiting->count * sizeof(int));
    return fd;
}

void persist_descriptors_close(persist_descriptors_t *waiting)
{
    while (waiting->count > 0)
        close(waiting->fds[--waiting->count]);
}
