/* SPDX-License-Identifier: Apache-2.0 */
/* pw_send.c: sends bytes on a connection, or keeps them until there is room. */

#include "pw_send.h"

#include "pw_poller.h"
#include "pw_worker.h"
#include "wire_descriptors.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static void close_passed(pw_conn_t *conn)
{
    if (conn->passed >= 0)
        close(conn->passed);
    conn->passed = -1;
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

/* For a single part send() costs the kernel less than sendmsg(). A descriptor
 * goes with the first byte that is sent. */
static ssize_t send_some(const pw_conn_t *conn, const struct msghdr *message)
{
    struct iovec *parts = message->msg_iov;
    int flags = MSG_NOSIGNAL | (conn->worker->asynchronous ? MSG_DONTWAIT : 0);
    if (message->msg_iovlen == 1 && conn->passed < 0)
        return send(conn->fd, parts->iov_base, parts->iov_len, flags);
    return wire_descriptors_send(conn->fd, parts, (size_t)message->msg_iovlen,
                                 &conn->passed, conn->passed >= 0, flags);
}

/* A failed send may have sent half a frame, so nothing more can be sent on this
 * connection. All errors mean that the peer has gone. */
static int lost(pw_conn_t *conn)
{
    close_passed(conn);
    conn->broken = 1;
    errno = EPIPE;
    return -1;
}

/* Returns 1 when the whole message has been sent, 0 when the socket has no room
 * for the rest, which *message then is, or -1. */
static int push(pw_conn_t *conn, struct msghdr *message)
{
    advance(message, 0);
    while (message->msg_iovlen > 0) {
        ssize_t n = send_some(conn, message);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return errno == EAGAIN ? 0 : lost(conn);
        advance(message, (size_t)n);
        close_passed(conn);
    }
    return 1;
}

static void await_room(pw_conn_t *conn, int awaited)
{
    pw_poller_room(&conn->worker->poller, conn->fd, pw_conn_tag(conn), awaited);
}

/* Appends the message to what is kept. */
static int keep(pw_conn_t *conn, const struct msghdr *message)
{
    if (pw_send_unsent(conn) == 0)
        await_room(conn, 1);
    for (size_t i = 0; i < (size_t)message->msg_iovlen; i++)
        if (msgpack_sbuffer_write(&conn->kept, message->msg_iov[i].iov_base,
                                  message->msg_iov[i].iov_len) != 0)
            return lost(conn);
    return 0;
}

int pw_send(pw_conn_t *conn, struct iovec *parts, size_t count)
{
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = count};
    int sent = pw_send_unsent(conn) > 0 ? 0 : push(conn, &message);
    if (sent == 0)
        return keep(conn, &message);
    return sent > 0 ? 0 : -1;
}

int pw_send_kept(pw_conn_t *conn)
{
    struct iovec part = {conn->kept.data + conn->kept_at, pw_send_unsent(conn)};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    int sent = push(conn, &message);
    if (sent == 0) {
        conn->kept_at = conn->kept.size - part.iov_len;
        return 0;
    }
    await_room(conn, 0);
    pw_send_forget(conn);
    return sent;
}

size_t pw_send_unsent(const pw_conn_t *conn)
{
    return conn->kept.size - conn->kept_at;
}

void pw_send_forget(pw_conn_t *conn)
{
    close_passed(conn);
    msgpack_sbuffer_destroy(&conn->kept);
    msgpack_sbuffer_init(&conn->kept);
    conn->kept_at = 0;
}
