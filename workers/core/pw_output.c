/* SPDX-License-Identifier: Apache-2.0 */
/* pw_output.c: encodes frames; a small frame takes one system call. */

#include "pw_output.h"

#include "pw_send.h"

#include <errno.h>
#include <sys/socket.h>
#include <sys/uio.h>

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
    pw_send_forget(conn);
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

int pw_output_send(pw_conn_t *conn, size_t split, wire_bytes_t payload)
{
    struct iovec parts[3] = {{conn->out.data, split},
                             {(void *)(uintptr_t)payload.data, payload.len},
                             {conn->out.data + split, conn->out.size - split}};
    conn->held = 0;
    if (payload.len > 0)
        return pw_send(conn, parts, 3);
    parts[0].iov_len = conn->out.size;
    return pw_send(conn, parts, 1);
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
