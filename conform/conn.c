/* SPDX-License-Identifier: Apache-2.0 */
/* conn.c: sends and receives frames, see conn.h. */

#include "conn.h"

#include "wire_descriptors.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <linux/sockios.h>
#include <sys/ioctl.h>
#endif

/* Bytes of a bad frame. */
#define SHOWN_MAX 32

/* Where the system tells what the worker has read, the wait ends with that, and
 * otherwise only if it reads nothing: 20 ms in all. Elsewhere it is 2 ms. */
#ifdef SIOCOUTQ
#define SETTLE_STEPS 400
#else
#define SETTLE_STEPS 40
#endif
#define SETTLE_STEP_NS 50000

static conn_t *make(play_t *play)
{
    conn_t *conn = malloc(sizeof(*conn));
    if (!conn)
        abort();
    conn->play = play;
    conn->next = play->conns;
    play->conns = conn;
    conn->passed = -1;
    conn->bursts = 0;
    conn->awaited = NULL;
    wire_reader_init(&conn->reader);
    conn->fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    return conn;
}

static int connect_to(const conn_t *conn, const char *path)
{
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    snprintf(name.sun_path, sizeof(name.sun_path), "%s", path);
    return connect(conn->fd, (struct sockaddr *)&name, sizeof(name));
}

int conn_is_accepted(play_t *play, const char *path)
{
    conn_t *conn = make(play);
    int accepted = connect_to(conn, path) == 0;
    conn_close(conn);
    return accepted;
}

conn_t *conn_open_at(play_t *play, const char *path)
{
    conn_t *conn = make(play);
    if (connect_to(conn, path) < 0)
        play_fail(play, "connect: %s", strerror(errno));
    return conn;
}

conn_t *conn_open(play_t *play)
{
    return conn_open_at(play, launch_path(LAUNCH_SOCKET));
}

void conn_close(conn_t *conn)
{
    conn_t **link = &conn->play->conns;
    while (*link != conn)
        link = &(*link)->next;
    *link = conn->next;
    if (conn->play->control == conn)
        conn->play->control = NULL;
    if (conn->passed >= 0)
        close(conn->passed);
    if (conn->fd >= 0)
        close(conn->fd);
    wire_reader_destroy(&conn->reader);
    free(conn);
}

void conn_close_all(play_t *play, int control_stays)
{
    conn_t *next;
    for (conn_t *conn = play->conns; conn; conn = next) {
        next = conn->next;
        if (conn != play->control || !control_stays)
            conn_close(conn);
    }
}

void conn_encode(conn_t *conn, msgpack_sbuffer *out, wire_kind_t kind,
                 const void *fields)
{
    int error = wire_encode(out, kind, fields, NULL);
    if (error)
        play_fail(conn->play, "our own frame: %s", wire_error_text(error));
}

void conn_send(conn_t *conn, wire_kind_t kind, const void *fields)
{
    static msgpack_sbuffer out; /* static: a failure would leak it */
    out.size = 0;
    conn_encode(conn, &out, kind, fields);
    conn_send_bytes(conn, out.data, out.size);
}

/* Waits until the connection is ready for one of the events. */
static void wait_for(conn_t *conn, short events)
{
    struct pollfd set = {.fd = conn->fd, .events = events};
    int ready = poll(&set, 1, conn->play->options->patience_ms);
    if (ready == 0 && events == POLLOUT)
        play_fail(conn->play, "the worker does not read what is sent to it");
    if (ready == 0 && conn->awaited)
        play_fail(conn->play, "%s does not close the connection",
                  conn->awaited);
    size_t pending = wire_reader_pending(&conn->reader);
    if (ready == 0 && pending > 0)
        play_fail(conn->play,
                  "the worker is silent behind %zu bytes that are no whole "
                  "frame",
                  pending);
    if (ready == 0)
        play_fail(conn->play, "the worker is silent");
}

size_t conn_send_some(conn_t *conn, const void *bytes, size_t n)
{
    ssize_t sent = send(conn->fd, bytes, n, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent >= 0)
        return (size_t)sent;
    return errno == EAGAIN || errno == EWOULDBLOCK ? 0 : n;
}

void conn_send_bytes(conn_t *conn, const void *bytes, size_t n)
{
    const char *at = bytes;
    while (n > 0) {
        size_t sent = conn_send_some(conn, at, n);
        if (sent == 0)
            wait_for(conn, POLLOUT);
        at += sent;
        n -= sent;
    }
}

void conn_send_passing(conn_t *conn, wire_kind_t kind, const void *fields,
                       const int *fds, unsigned count)
{
    static msgpack_sbuffer out; /* static: a failure would leak it */
    out.size = 0;
    conn_encode(conn, &out, kind, fields);
    struct iovec part = {out.data, out.size};
    wire_descriptors_send(conn->fd, &part, 1, fds, count, MSG_NOSIGNAL);
}

/* Whether the worker has read all bytes sent. Only Linux can answer this. */
static int is_read(const conn_t *conn)
{
#ifdef SIOCOUTQ
    int unread = 0;
    return ioctl(conn->fd, SIOCOUTQ, &unread) == 0 && unread == 0;
#else
    (void)conn;
    return 0;
#endif
}

void conn_settle(conn_t *conn)
{
    const struct timespec step = {0, SETTLE_STEP_NS};
    for (int i = 0; i < SETTLE_STEPS && !is_read(conn); i++)
        nanosleep(&step, NULL);
}

void conn_half_close(conn_t *conn)
{
    shutdown(conn->fd, SHUT_WR);
}

/* Reads once. Returns 0 at the end of the connection, -1 if nothing has
 * arrived. ECONNRESET is an end, too: the worker closed with bytes unread. */
static ssize_t receive(conn_t *conn)
{
    size_t room;
    int fd = -1;
    uint8_t *space = wire_reader_space(&conn->reader, &room);
    if (!space)
        play_fail(conn->play, "the worker's frames don't fit into memory");
    ssize_t n =
        wire_descriptors_receive(conn->fd, space, room, MSG_DONTWAIT, &fd);
    if (fd >= 0) {
        if (conn->passed >= 0)
            close(conn->passed);
        conn->passed = fd;
    }
    if (n > 0) {
        wire_reader_commit(&conn->reader, (size_t)n);
        conn->bursts++;
    }
    return n < 0 && errno == ECONNRESET ? 0 : n;
}

/* Shows how the frame begins: its author knows it by its bytes. It is empty if
 * its prefix was wrong. */
static _Noreturn void fail_by(conn_t *conn, int error, wire_bytes_t frame)
{
    char shown[3 * SHOWN_MAX + 1] = "";
    for (size_t i = 0; i < frame.len && i < SHOWN_MAX; i++)
        snprintf(shown + 3 * i, sizeof(shown) - 3 * i, " %02x", frame.data[i]);
    play_fail(conn->play, "the worker sends a bad frame: %s%s%s",
              wire_error_text(error), *shown ? ":" : "", shown);
}

/* Takes the next whole message out of the buffer, or returns CONN_WAIT. */
static wire_kind_t decode(conn_t *conn)
{
    wire_bytes_t frame = {NULL, 0};
    int got = wire_reader_next(&conn->reader, &frame);
    if (got == 0)
        return CONN_WAIT;
    int error = got < 0 ? got : wire_decode(frame, &conn->message);
    if (error)
        fail_by(conn, error, frame);
    return conn->message.kind;
}

wire_kind_t conn_poll(conn_t *conn, int writing)
{
    wire_kind_t kind = decode(conn);
    if (kind != CONN_WAIT)
        return kind;
    if (writing)
        wait_for(conn, POLLIN | POLLOUT);
    ssize_t n = receive(conn);
    return n == 0 ? (wire_kind_t)0 : decode(conn);
}

wire_kind_t conn_take(conn_t *conn)
{
    wire_kind_t kind;
    while ((kind = decode(conn)) == CONN_WAIT) {
        wait_for(conn, POLLIN);
        if (receive(conn) == 0)
            return (wire_kind_t)0;
    }
    return kind;
}

void conn_check_kind(conn_t *conn, wire_kind_t got, wire_kind_t kind,
                     const char *what)
{
    if (got != kind)
        play_fail(conn->play, "%s: want %s, got %s", what, wire_kind_name(kind),
                  got ? wire_kind_name(got) : "the end of the connection");
}

void conn_take_kind(conn_t *conn, wire_kind_t kind, const char *what)
{
    conn_check_kind(conn, conn_take(conn), kind, what);
}

/* Skips LOG, FILES and READY, which the worker may have sent before it read our
 * bytes. */
static wire_kind_t take_answer(conn_t *conn)
{
    wire_kind_t kind;
    do
        kind = conn_take(conn);
    while (kind == WIRE_LOG || kind == WIRE_FILES || kind == WIRE_READY);
    return kind;
}

void conn_take_end(conn_t *conn, const char *what)
{
    conn->awaited = what;
    wire_kind_t got = take_answer(conn);
    conn->awaited = NULL;
    if (got)
        play_fail(conn->play, "%s is answered by %s", what,
                  wire_kind_name(got));
}

/* A connection that nobody accepts ends with the last process that could. */
void conn_take_refusal(play_t *play, const char *path, const char *what)
{
    conn_t *conn = make(play);
    if (connect_to(conn, path) == 0)
        conn_take_end(conn, what);
}

int conn_is_silent(conn_t *conn, int ms)
{
    struct pollfd set = {.fd = conn->fd, .events = POLLIN};
    return wire_reader_pending(&conn->reader) == 0 && poll(&set, 1, ms) == 0;
}

pid_t conn_peer(const conn_t *conn)
{
#ifdef __linux__
    struct ucred peer = {0};
    socklen_t size = sizeof(peer);
    if (getsockopt(conn->fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0)
        return peer.pid;
#endif
    (void)conn;
    return 0;
}
