/* SPDX-License-Identifier: Apache-2.0 */
/* conn.c: uses uv_poll, because libuv's streams pass neither descriptors nor
 * credentials. */

#include "os/conn.h"

#include "base/heap.h"
#include "common_peer.h"
#include "os/process.h"
#include "wire_descriptors.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static const char unasked[] = "descriptors that nobody asked for";

static void conn_event(uv_poll_t *poll, int status, int events);

static void conn_arm(conn_t *conn)
{
    int events = conn->ending ? 0 : UV_READABLE;
    if (conn_pending(conn) > 0)
        events |= UV_WRITABLE;
    uv_poll_start(&conn->poll, events ? events : UV_DISCONNECT, conn_event);
}

static void conn_free(uv_handle_t *handle)
{
    conn_t *conn = handle->data;
    wire_reader_destroy(&conn->reader);
    msgpack_sbuffer_destroy(&conn->out);
    free(conn);
}

void conn_close(conn_t *conn)
{
    if (!conn || conn->closed)
        return;
    conn->closed = 1;
    uv_close((uv_handle_t *)&conn->poll, conn_free);
    if (conn->descriptor >= 0)
        wire_descriptors_drop(conn->descriptor);
    wire_descriptors_drop(conn->fd);
}

static void conn_lost(conn_t *conn, const char *why)
{
    if (!conn->closed)
        conn->handlers->gone(conn, why);
    conn_close(conn);
}

void conn_end(conn_t *conn)
{
    if (conn->closed)
        return;
    conn->ending = 1;
    if (conn_pending(conn) == 0)
        conn_lost(conn, "everything is sent");
    else
        conn_arm(conn);
}

size_t conn_pending(const conn_t *conn)
{
    return conn->out.size - conn->sent;
}

/* Returns 0, or an errno value if the connection can no longer be used. */
static int conn_flush(conn_t *conn)
{
    while (conn_pending(conn) > 0) {
        ssize_t n = send(conn->fd, conn->out.data + conn->sent,
                         conn_pending(conn), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return errno == EAGAIN ? 0 : errno;
        conn->sent += (size_t)n;
    }
    conn->sent = 0;
    msgpack_sbuffer_clear(&conn->out);
    return 0;
}

/* An error of the flush is left to the next event. The peer's end is seen there
 * too, so that a caller of conn_send() never finds its connection freed. */
int conn_send(conn_t *conn, wire_kind_t kind, const void *fields)
{
    if (conn->closed || conn->ending)
        return 0;
    int error = wire_encode(&conn->out, kind, fields, NULL);
    if (error)
        return error;
    conn_flush(conn);
    conn_arm(conn);
    return 0;
}

int conn_pass(conn_t *conn, wire_kind_t kind, const void *fields,
              const int *fds, size_t count)
{
    errno = EINVAL;
    if (conn->closed || conn->ending || conn_pending(conn) > 0 ||
        wire_encode(&conn->out, kind, fields, NULL) != 0)
        return -1;
    struct iovec part = {conn->out.data, conn->out.size};
    /* a frame as small as this is sent whole or not at all */
    ssize_t n = wire_descriptors_send(conn->fd, &part, 1, fds, count,
                                      MSG_NOSIGNAL | MSG_DONTWAIT);
    int error = errno;
    msgpack_sbuffer_clear(&conn->out);
    errno = error;
    return n < 0 ? -1 : 0;
}

/* If several descriptors come, the last one is kept. */
static ssize_t receive(conn_t *conn, uint8_t *space, size_t room)
{
    int came = -1;
    ssize_t n =
        wire_descriptors_receive(conn->fd, space, room, MSG_DONTWAIT,
                                 conn->takes_descriptors ? &came : NULL);
    if (came < 0)
        return n;
    if (conn->descriptor >= 0)
        wire_descriptors_drop(conn->descriptor);
    conn->descriptor = came;
    return n;
}

static void conn_frames(conn_t *conn)
{
    wire_message_t message;
    wire_bytes_t frame;
    int got = 0;
    while (!conn->closed && !conn->ending &&
           (got = wire_reader_next(&conn->reader, &frame)) == 1) {
        int error = wire_decode(frame, &message);
        if (error) {
            got = error;
            break;
        }
        conn->handlers->message(conn, &message);
    }
    if (conn->closed || got >= 0)
        return;
    conn->broken = got != WIRE_ERR_MEMORY;
    conn_lost(conn, wire_error_text(got));
}

static void conn_read(conn_t *conn)
{
    size_t room;
    uint8_t *space = wire_reader_space(&conn->reader, &room);
    if (!space) {
        conn_lost(conn, strerror(ENOMEM));
        return;
    }
    ssize_t n = receive(conn, space, room);
    if (n > 0) {
        wire_reader_commit(&conn->reader, (size_t)n);
        conn_frames(conn);
        wire_reader_shrink(&conn->reader);
    } else if (n == 0) {
        conn_lost(conn, "end of file");
    } else if (errno != EAGAIN && errno != EINTR) {
        conn->broken = errno == EPROTO;
        conn_lost(conn, conn->broken ? unasked : strerror(errno));
    }
}

static void conn_event(uv_poll_t *poll, int status, int events)
{
    conn_t *conn = poll->data;
    int error = status < 0 ? -status : 0;
    if (!error && (events & UV_WRITABLE))
        error = conn_flush(conn);
    /* Messages that the peer sent before it closed are delivered first, then
     * its end. */
    if (!conn->closed && !conn->ending && (error || (events & UV_READABLE)))
        conn_read(conn);
    if (conn->closed)
        return;
    if (error || (events & UV_DISCONNECT))
        conn_lost(conn, error ? strerror(error) : "end of file");
    else if (conn->ending && conn_pending(conn) == 0)
        conn_lost(conn, "everything is sent");
    else
        conn_arm(conn);
}

conn_t *conn_open(uv_loop_t *loop, int fd, const conn_handlers_t *handlers,
                  void *owner)
{
    conn_t *conn = heap_make(1, sizeof(*conn));
    int error = uv_poll_init(loop, &conn->poll, fd);
    wire_descriptors_expect(fd);
    if (error) {
        wire_descriptors_drop(fd);
        free(conn);
        errno = -error;
        return NULL;
    }
    conn->poll.data = conn;
    conn->fd = fd;
    conn->descriptor = -1;
    conn->handlers = handlers;
    conn->owner = owner;
    wire_reader_init(&conn->reader);
    msgpack_sbuffer_init(&conn->out);
    conn_arm(conn);
    return conn;
}

void conn_take_descriptors(conn_t *conn)
{
    conn->takes_descriptors = 1;
}

static int connect_own(int fd, const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    size_t len = strlen(path);
    if (len >= sizeof(address.sun_path)) {
        errno = ENAMETOOLONG;
        return -1;
    }
    memcpy(address.sun_path, path, len + 1);
    pid_t pid;
    uid_t uid;
    if (connect(fd, (struct sockaddr *)&address, sizeof(address)) != 0 ||
        common_peer(fd, &pid, &uid) != 0)
        return -1;
    if (uid == geteuid())
        return 0;
    errno = EPERM;
    return -1;
}

conn_t *conn_connect(uv_loop_t *loop, const char *path,
                     const conn_handlers_t *handlers, void *owner)
{
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return NULL;
    wire_descriptors_refuse(fd);
    if (connect_own(fd, path) == 0)
        return conn_open(loop, fd, handlers, owner);
    wire_descriptors_drop(fd);
    return NULL;
}
