/* SPDX-License-Identifier: Apache-2.0 */
/* wire_descriptors.c: receives with room for as many descriptors as one message
 * can carry, so that the kernel drops none itself; and drops them without
 * blocking.
 *
 * A passed socket may be a Unix socket that holds further descriptors, so it is
 * emptied before it is closed. Once it is shut for reading no peer can add to
 * it, which bounds the work by what its sender's buffer held. */

#include "wire_descriptors.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* Linux 6.16; defined here for older headers. Architectures with numbers of
 * their own for the basic options (alpha, mips, parisc, sparc) need headers
 * that define it. */
#if defined(__linux__) && !defined(SO_PASSRIGHTS) && SO_REUSEADDR == 2
#define SO_PASSRIGHTS 83
#endif

/* Also carries a descriptor, on sockets with SO_PASSPIDFD. Not in the headers
 * that we build with. */
#if defined(__linux__) && !defined(SCM_PIDFD)
#define SCM_PIDFD 4
#endif

#ifdef MSG_CMSG_CLOEXEC
#define RECEIVE_FLAGS MSG_CMSG_CLOEXEC
#else
#define RECEIVE_FLAGS 0
#endif

#define PASSED_MAX 253  /* SCM_MAX_FD: descriptors of one message */
#define NESTING 5       /* levels of nested Unix sockets that are emptied */
#define READS_MAX 65536 /* of one socket */
#define UNREAD_PIECE 4096

/* Credentials, label and time: the sender of a passed socket may have enabled
 * them, and then they come in front of the descriptors in it. */
#define BESIDE_MAX 1024

typedef union control {
    struct cmsghdr align;
    char bytes[CMSG_SPACE(PASSED_MAX * sizeof(int)) + BESIDE_MAX];
} control_t;

static void empty(int socket, int nesting);

static int set(int socket, int option, int value)
{
    return setsockopt(socket, SOL_SOCKET, option, &value, sizeof(value));
}

static int get(int socket, int option)
{
    int value = 0;
    socklen_t size = sizeof(value);
    getsockopt(socket, SOL_SOCKET, option, &value, &size);
    return value;
}

void wire_descriptors_expect(int socket)
{
    set(socket, SO_OOBINLINE, 1);
}

int wire_descriptors_refuse(int socket)
{
#ifdef SO_PASSRIGHTS
    if (set(socket, SO_PASSRIGHTS, 0) == 0)
        return 0;
#endif
    wire_descriptors_expect(socket);
    return -1;
}

static int is_unix(int socket)
{
    struct sockaddr_storage name;
    socklen_t size = sizeof(name);
    return getsockname(socket, (struct sockaddr *)&name, &size) == 0 &&
           name.ss_family == AF_UNIX;
}

/* setsockopt() fails for anything that is not a socket. */
static void drop(int fd, int nesting)
{
    const struct linger none = {0, 0};
    if (setsockopt(fd, SOL_SOCKET, SO_LINGER, &none, sizeof(none)) == 0 &&
        nesting > 0 && is_unix(fd))
        empty(fd, nesting - 1);
    close(fd);
}

static int is_passed(const struct cmsghdr *part)
{
    if (part->cmsg_level != SOL_SOCKET)
        return 0;
#ifdef SCM_PIDFD
    if (part->cmsg_type == SCM_PIDFD)
        return 1;
#endif
    return part->cmsg_type == SCM_RIGHTS;
}

/* Drops all passed descriptors but the first, which is stored in *first; first
 * may be NULL, then all are dropped. Returns how many there were. */
static int drop_passed(struct msghdr *message, int *first, int nesting)
{
    int count = 0;
    for (struct cmsghdr *part = CMSG_FIRSTHDR(message); part;
         part = CMSG_NXTHDR(message, part)) {
        size_t size = is_passed(part) ? part->cmsg_len - CMSG_LEN(0) : 0;
        for (size_t at = 0; at + sizeof(int) <= size; at += sizeof(int)) {
            int fd;
            memcpy(&fd, CMSG_DATA(part) + at, sizeof(fd));
            if (first && count == 0)
                *first = fd;
            else
                drop(fd, nesting);
            count++;
        }
    }
    return count;
}

static ssize_t receive(int socket, struct iovec *part, int flags,
                       struct msghdr *message, control_t *control)
{
    *message = (struct msghdr){.msg_iov = part,
                               .msg_iovlen = 1,
                               .msg_control = control->bytes,
                               .msg_controllen = sizeof(control->bytes)};
    return recvmsg(socket, message, flags | RECEIVE_FLAGS);
}

ssize_t wire_descriptors_receive(int socket, void *space, size_t room,
                                 int flags, int *first)
{
    struct iovec part = {space, room};
    struct msghdr message;
    control_t control;
    ssize_t n = receive(socket, &part, flags, &message, &control);
    if (first)
        *first = -1;
    if (n < 0 || drop_passed(&message, first, NESTING) == 0 || first)
        return n;
    errno = EPROTO;
    return -1;
}

ssize_t wire_descriptors_send(int socket, struct iovec *parts, size_t count,
                              const int *fds, size_t passed, int flags)
{
    const size_t size = passed * sizeof(*fds);
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(WIRE_DESCRIPTORS_MOST * sizeof(*fds))];
    } rights = {.header = {.cmsg_level = SOL_SOCKET,
                           .cmsg_type = SCM_RIGHTS,
                           .cmsg_len = CMSG_LEN(size)}};
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = count};
    if (passed > WIRE_DESCRIPTORS_MOST) {
        errno = EINVAL;
        return -1;
    }
    if (passed > 0) {
        memcpy(CMSG_DATA(&rights.header), fds, size);
        message.msg_control = &rights;
        message.msg_controllen = CMSG_SPACE(size);
    }
    return sendmsg(socket, &message, flags);
}

/* accept4() never blocks here, because the socket is shut for reading. */
static int empty_backlog(int socket, int nesting)
{
    int fd = accept4(socket, NULL, NULL, SOCK_CLOEXEC);
    if (fd >= 0)
        drop(fd, nesting);
    return fd >= 0;
}

/* Receives once. SO_PASSCRED tells an empty packet, which comes with its
 * sender's credentials, from the end of a stream. Returns 0 when the socket is
 * empty. */
static int empty_queue(int socket, int nesting)
{
    char bytes[UNREAD_PIECE];
    struct iovec part = {bytes, sizeof(bytes)};
    struct msghdr message;
    control_t control;
    ssize_t n = receive(socket, &part, MSG_DONTWAIT, &message, &control);
    if (n < 0)
        return 0;
    drop_passed(&message, NULL, nesting);
    return n > 0 ||
           (message.msg_controllen > 0 && get(socket, SO_TYPE) != SOCK_STREAM);
}

static void empty(int socket, int nesting)
{
    int (*next)(int, int) =
        get(socket, SO_ACCEPTCONN) ? empty_backlog : empty_queue;
    shutdown(socket, SHUT_RD);
    wire_descriptors_expect(socket);
#ifdef SO_PASSCRED
    set(socket, SO_PASSCRED, 1);
#endif
    for (int left = READS_MAX; left > 0 && next(socket, nesting); left--)
        continue;
}

void wire_descriptors_drop(int fd)
{
    int error = errno;
    drop(fd, NESTING);
    errno = error;
}

void wire_descriptors_empty(int socket)
{
    int error = errno;
    empty(socket, NESTING);
    errno = error;
}
