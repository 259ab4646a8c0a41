/* SPDX-License-Identifier: Apache-2.0 */
/* pw_output.c: encodes and sends frames; a small frame takes one system call.
 */

#include "pw_output.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

/* A block of headers can be as large as a frame. A buffer that has grown beyond
 * this is not kept. */
#define KEEP_SIZE ((size_t)64 << 10)

void pw_output_reset(pw_conn_t *conn)
{
    if (conn->held == 0 && conn->out.alloc > KEEP_SIZE) {
        msgpack_sbuffer_destroy(&conn->out);
        msgpack_sbuffer_init(&conn->out);
    }
    conn->out.size = conn->held;
}

void pw_output_hold(pw_conn_t *conn, int fd)
{
    conn->held = conn->out.size;
    if (fd >= 0)
        conn->passed = fd;
}

void pw_output_drop(pw_conn_t *conn)
{
    conn->held = 0;
    if (conn->passed >= 0)
        close(conn->passed);
    conn->passed = -1;
}

int pw_output_flush(pw_conn_t *conn)
{
    if (conn->held == 0)
        return 0;
    pw_output_reset(conn);
    return pw_output_send(conn, 0, (wire_bytes_t){NULL, 0});
}

static int error_to_errno(int error)
{
    switch (error) {
    case WIRE_ERR_MEMORY:
        return ENOMEM;
    case WIRE_ERR_ELEMENTS:
    case WIRE_ERR_LENGTH:
        return E2BIG;
    default:
        return EINVAL;
    }
}

int pw_output_add(pw_conn_t *conn, wire_kind_t kind, const void *fields,
                  size_t *split)
{
    int error = wire_encode(&conn->out, kind, fields, split);
    if (error == WIRE_OK)
        return 0;
    errno = error_to_errno(error);
    return -1;
}

/* Removes the first n bytes, which have been sent, from the message. */
static void advance(struct msghdr *message, size_t n)
{
    while (message->msg_iovlen > 0 && n >= message->msg_iov->iov_len) {
        n -= message->msg_iov->iov_len;
        message->msg_iov++;
        message->msg_iovlen--;
    }
    if (message->msg_iovlen > 0) {
        message->msg_iov->iov_base = (char *)message->msg_iov->iov_base + n;
        message->msg_iov->iov_len -= n;
    }
}

typedef union rights {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int))];
} rights_t;

/* Attaches fd (-1: none), which goes with the first byte that is sent. */
static void attach(struct msghdr *message, rights_t *rights, int fd)
{
    if (fd < 0)
        return;
    *rights = (rights_t){.header = {.cmsg_len = CMSG_LEN(sizeof(fd)),
                                    .cmsg_level = SOL_SOCKET,
                                    .cmsg_type = SCM_RIGHTS}};
    memcpy(CMSG_DATA(&rights->header), &fd, sizeof(fd));
    message->msg_control = rights;
    message->msg_controllen = sizeof(*rights);
}

/* For a single part send() costs the kernel less than sendmsg(). */
static ssize_t send_some(int fd, const struct msghdr *message)
{
    const struct iovec *part = message->msg_iov;
    if (message->msg_iovlen == 1 && !message->msg_control)
        return send(fd, part->iov_base, part->iov_len, MSG_NOSIGNAL);
    return sendmsg(fd, message, MSG_NOSIGNAL);
}

/* A failed send may have sent half a frame, so nothing more can be sent on this
 * connection. All errors mean that the peer has gone. */
static int send_all(pw_conn_t *conn, struct msghdr *message)
{
    advance(message, 0);
    while (message->msg_iovlen > 0) {
        ssize_t n = send_some(conn->fd, message);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0) {
            conn->broken = 1;
            errno = EPIPE;
            return -1;
        }
        advance(message, (size_t)n);
        message->msg_control = NULL;
        message->msg_controllen = 0;
    }
    return 0;
}

int pw_output_send(pw_conn_t *conn, size_t split, wire_bytes_t payload)
{
    struct iovec parts[3] = {{conn->out.data, split},
                             {(void *)(uintptr_t)payload.data, payload.len},
                             {conn->out.data + split, conn->out.size - split}};
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = 3};
    rights_t rights;
    if (payload.len == 0) {
        parts[0].iov_len = conn->out.size;
        message.msg_iovlen = 1;
    }
    attach(&message, &rights, conn->passed);
    int rc = send_all(conn, &message);
    int error = errno;
    pw_output_drop(conn);
    errno = error;
    return rc;
}

/* Control frames are few and small. If one does not fit into the socket,
 * persistd has not read for a long time. */
int pw_output_now(pw_conn_t *conn, wire_kind_t kind, const void *fields)
{
    pw_output_reset(conn);
    if (pw_output_add(conn, kind, fields, NULL) < 0)
        return -1;
    ssize_t n;
    do
        n = send(conn->fd, conn->out.data, conn->out.size,
                 MSG_NOSIGNAL | MSG_DONTWAIT);
    while (n < 0 && errno == EINTR);
    return n == (ssize_t)conn->out.size ? 0 : -1;
}
