/* SPDX-License-Identifier: Apache-2.0 */
/* pw_input.c: acts on what comes on a connection while no request of it runs.
 */

#include "pw_input.h"

#include "common_clock.h"
#include "pw_clone.h"
#include "pw_control.h"
#include "pw_fd.h"
#include "pw_output.h"
#include "pw_request.h"
#include "pw_sleep.h"
#include "pw_stderr.h"
#include "pw_worker.h"
#include "wire_descriptors.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>

enum verdict { GO_ON, RUN, CLOSE };

/* Bytes that a response may be ahead of httpd. With a smaller buffer the worker
 * sleeps and wakes in the middle of each piece of a large body. */
#define SEND_ROOM (256 << 10)

static enum verdict violation(const char *what)
{
    pw_stderr_violation(what);
    return CLOSE;
}

static enum verdict on_open(pw_conn_t *conn, const wire_open_t *open)
{
    if (open->version != WIRE_VERSION)
        return violation("OPEN of another version");
    if (open->unit >= pw_worker_units(conn->worker))
        return violation("OPEN for a unit beyond the capacity");
    if (open->role == WIRE_ROLE_CONTROL)
        return pw_control_adopt(conn) < 0 ? CLOSE : GO_ON;
    conn->role = PW_DATA;
    conn->unit = (unsigned)open->unit;
    conn->features = open->features;
    if (open->features & WIRE_FEATURE_AHEAD && !conn->token)
        return violation("OPEN without the token that it promises");
    return pw_fd_send_room(conn->fd, SEND_ROOM) < 0 ? CLOSE : GO_ON;
}

/* Never waits. A peer whose socket has no room for this small frame is closed.
 */
static enum verdict refuse(pw_conn_t *conn)
{
    wire_end_t not_begun = {.ok = 0};
    return pw_output_now(conn, WIRE_END, &not_begun) < 0 ? CLOSE : GO_ON;
}

/* True if the request may begin, which httpd then knows. */
static int is_ours(const pw_conn_t *conn)
{
    return !(conn->features & WIRE_FEATURE_AHEAD) ||
           wire_token_take(conn->token, common_now_us());
}

/* A request whose sender has gone is refused: no client waits for it, and its
 * unit may serve another request by now. A request that comes when the script
 * has ended its loop, or when there is no memory for it, is refused, too. httpd
 * runs it on another worker. So is one that httpd has withdrawn, because it had
 * to wait for another request. */
static enum verdict on_request(pw_conn_t *conn, const wire_request_t *asked,
                               int hangup)
{
    if (hangup || conn->worker->leaving || !is_ours(conn))
        return refuse(conn);
    if (pw_request_begin(conn, asked) == 0) {
        pw_sleep_begin(conn);
        return RUN;
    }
    return errno == ENOMEM ? refuse(conn)
                           : violation("REQUEST with malformed variables");
}

static enum verdict on_data(pw_conn_t *conn, const wire_message_t *message,
                            int hangup)
{
    switch (message->kind) {
    case WIRE_REQUEST:
        return on_request(conn, &message->as.request, hangup);
    case WIRE_BODY: /* rest of a body that the script did not read */
        return GO_ON;
    default:
        return violation(wire_kind_name(message->kind));
    }
}

static enum verdict on_frame(pw_conn_t *conn, wire_bytes_t frame, int hangup)
{
    wire_message_t message;
    int error = wire_decode(frame, &message);
    if (error)
        return violation(wire_error_text(error));
    switch (conn->role) {
    case PW_NEW:
        if (message.kind != WIRE_OPEN)
            return violation("no OPEN");
        return on_open(conn, &message.as.open);
    case PW_CONTROL:
        return pw_control_frame(conn, &message) < 0 ? CLOSE : GO_ON;
    default:
        return on_data(conn, &message, hangup);
    }
}

/* Acts on all whole frames in the buffer, or on those up to a request. */
static enum verdict on_frames(pw_conn_t *conn, int hangup)
{
    enum verdict verdict = GO_ON;
    wire_bytes_t frame;
    int n = 0;
    while (verdict == GO_ON &&
           (n = wire_reader_next(&conn->reader, &frame)) > 0)
        verdict = on_frame(conn, frame, hangup);
    return n < 0 ? violation(wire_error_text(n)) : verdict;
}

/* FORK comes with descriptors. The kernel closes those that do not fit. */
static ssize_t receive_control(pw_conn_t *conn, void *space, size_t room)
{
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(PW_PASSED * sizeof(int))];
    } rights;
    struct iovec part = {space, room};
    struct msghdr message = {.msg_iov = &part,
                             .msg_iovlen = 1,
                             .msg_control = &rights,
                             .msg_controllen = sizeof(rights)};
    ssize_t n = recvmsg(conn->fd, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    const struct cmsghdr *got = n >= 0 ? CMSG_FIRSTHDR(&message) : NULL;
    if (got && got->cmsg_level == SOL_SOCKET && got->cmsg_type == SCM_RIGHTS) {
        int fds[PW_PASSED];
        size_t len = got->cmsg_len - CMSG_LEN(0);
        memcpy(fds, CMSG_DATA(got), len);
        pw_clone_take(conn->worker, fds, (int)(len / sizeof(int)));
    }
    return n;
}

/* The first bytes of httpd's connection come with its token, if the worker
 * takes requests ahead. What else a stranger passes is dropped. */
static ssize_t receive_first(pw_conn_t *conn, void *space, size_t room)
{
    int fd;
    ssize_t n =
        wire_descriptors_receive(conn->fd, space, room, MSG_DONTWAIT, &fd);
    if (fd < 0)
        return n;
    if (pw_worker_takes_ahead(conn->worker))
        pw_conn_accept_token(conn, fd);
    wire_descriptors_drop(fd);
    return n;
}

static ssize_t receive_bytes(pw_conn_t *conn, void *space, size_t room)
{
    switch (conn->role) {
    case PW_NEW:
        return receive_first(conn, space, room);
    case PW_CONTROL:
        return receive_control(conn, space, room);
    default:
        return recv(conn->fd, space, room, MSG_DONTWAIT);
    }
}

/* Returns 1 when something came, 0 when there is nothing now, -1 when nothing
 * will come any more. If the buffer is full, more may wait in the socket
 * without a further event, so the edge is set here. httpd may give up a request
 * in the middle of its body; on other connections half a frame is a violation.
 */
static int receive(pw_conn_t *conn)
{
    size_t room;
    uint8_t *space = wire_reader_space(&conn->reader, &room);
    if (!space)
        return -1;
    ssize_t n = receive_bytes(conn, space, room);
    if (n < 0)
        return errno == EAGAIN || errno == EINTR ? 0 : -1;
    if (n == 0) {
        if (conn->role != PW_DATA && wire_reader_pending(&conn->reader) > 0)
            pw_stderr_violation("cut off inside a frame");
        return -1;
    }
    wire_reader_commit(&conn->reader, (size_t)n);
    if ((size_t)n == room) {
        pthread_mutex_lock(&conn->worker->lock);
        conn->edge = 1;
        pthread_mutex_unlock(&conn->worker->lock);
    }
    return 1;
}

persist_request_t *pw_input(pw_conn_t *conn, int hangup)
{
    for (;;) {
        enum verdict verdict = on_frames(conn, hangup);
        if (verdict == RUN) {
            pw_conn_run(conn);
            return &conn->request;
        }
        int n = verdict == CLOSE ? -1 : receive(conn);
        if (n < 0) {
            pw_conn_close(conn);
            return NULL;
        }
        if (n == 0 && pw_conn_rest(conn))
            return NULL;
    }
}
