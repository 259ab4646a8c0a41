/* SPDX-License-Identifier: Apache-2.0 */
/* pw_body.c: pulls the body of a request. httpd sends only what WANT has asked
 * for, so memory stays bounded whatever the client uploads. */

#include "persist/worker.h"

#include "pw_fd.h"
#include "pw_output.h"
#include "pw_poller.h"
#include "pw_request.h"
#include "pw_stderr.h"
#include "pw_worker.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>

/* Bytes of the body that httpd may send ahead of the script. */
#define WINDOW (256u << 10)

static int failed(persist_request_t *request, int error)
{
    request->error = error;
    if (error != EIO) /* EIO leaves the connection in order */
        request->conn->broken = 1;
    errno = error;
    return -1;
}

/* Asks for more when half of the window is used up, so that httpd sends one
 * half while the script works on the other. */
static int top_up(persist_request_t *request)
{
    if (request->credit > WINDOW / 2)
        return 0;
    wire_want_t want = {WINDOW - request->credit};
    pw_output_reset(request->conn);
    if (pw_output_add(request->conn, WIRE_WANT, &want, NULL) < 0)
        return failed(request, errno);
    if (pw_output_send(request->conn, 0, (wire_bytes_t){NULL, 0}) < 0)
        return failed(request, errno);
    request->credit = WINDOW;
    return 0;
}

static int on_body(persist_request_t *request, wire_bytes_t frame)
{
    wire_message_t message;
    int error = wire_decode(frame, &message);
    const char *wrong = NULL;
    if (error)
        wrong = wire_error_text(error);
    else if (message.kind != WIRE_BODY)
        wrong = wire_kind_name(message.kind);
    else if (message.as.body.bytes.len > request->credit)
        wrong = "more body than was asked for";
    if (wrong) {
        pw_stderr_violation(wrong);
        return failed(request, EPROTO);
    }
    request->chunk = message.as.body.bytes;
    request->credit -= message.as.body.bytes.len;
    request->mark = (enum wire_mark)message.as.body.mark;
    return 0;
}

/* In an asynchronous worker: nothing has come yet, and the pump reports it when
 * something has. */
static int not_yet(pw_conn_t *conn)
{
    conn->edge = 0;
    pw_poller_resume(&conn->worker->poller, conn->fd);
    errno = EAGAIN;
    return -1;
}

/* Waits for bytes from httpd. If httpd has shut down its sending side, the
 * client has gone. A held head of the response goes out first, because the
 * client may wait for it before it sends more. */
static int receive(persist_request_t *request)
{
    pw_conn_t *conn = request->conn;
    size_t room;
    if (pw_output_flush(conn) < 0)
        return failed(request, errno);
    uint8_t *space = wire_reader_space(&conn->reader, &room);
    if (!space)
        return failed(request, ENOMEM);
    ssize_t n;
    do
        n = recv(conn->fd, space, room,
                 conn->worker->asynchronous ? MSG_DONTWAIT : 0);
    while (n < 0 && errno == EINTR &&
           !(conn->worker->flags & PERSIST_INTERRUPTIBLE));
    if (n < 0 && errno == EINTR)
        return -1;
    if (n < 0 && errno == EAGAIN)
        return not_yet(conn);
    if (n <= 0)
        return failed(request, EPIPE);
    wire_reader_commit(&conn->reader, (size_t)n);
    return 0;
}

/* Takes the next BODY, which may be empty. After a half-close the bytes that
 * came before it are not read either: no client waits for the answer. */
static int take_body(persist_request_t *request)
{
    if (pw_fd_hung_up(request->conn->fd))
        return failed(request, EPIPE);
    if (top_up(request) < 0)
        return -1;
    for (;;) {
        wire_bytes_t frame;
        int n = wire_reader_next(&request->conn->reader, &frame);
        if (n > 0)
            return on_body(request, frame);
        if (n < 0) {
            pw_stderr_violation(wire_error_text(n));
            return failed(request, EPROTO);
        }
        if (receive(request) < 0)
            return -1;
    }
}

static int has_ended(const persist_request_t *request)
{
    return request->answer == PW_ENDED || request->mark == WIRE_LAST;
}

long persist_request_read(persist_request_t *request, void *buffer, size_t n)
{
    while (request->chunk.len == 0 && n > 0) {
        if (request->error) {
            errno = request->error;
            return -1;
        }
        if (has_ended(request))
            return 0;
        if (request->mark == WIRE_BROKEN)
            return failed(request, EIO);
        if (take_body(request) < 0)
            return -1;
    }
    size_t got = n < request->chunk.len ? n : request->chunk.len;
    if (got > 0)
        memcpy(buffer, request->chunk.data, got);
    request->chunk.data += got;
    request->chunk.len -= got;
    return (long)got;
}
