/* SPDX-License-Identifier: Apache-2.0 */
/* conn_test.c: nobody waits for what is passed to a connection, where the
 * kernel does not refuse it. */

#include "os/conn.h"

#include "lingering.h"

static const char *gone; /* why; NULL: not yet */
static int broken;
static int passed = -1;

static void heard(conn_t *conn, wire_message_t *message)
{
    (void)message;
    passed = conn->descriptor;
    conn->descriptor = -1;
}

static void ended(conn_t *conn, const char *why)
{
    gone = why;
    broken = conn->broken;
}

static const conn_handlers_t handlers = {heard, ended};

/* Returns the other end. */
static int open_conn(conn_t **conn)
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends) != 0)
        bail_out("no socketpair");
    *conn = conn_open(uv_default_loop(), ends[1], &handlers, NULL);
    gone = NULL;
    return ends[0];
}

static void turn(void)
{
    uv_run(uv_default_loop(), UV_RUN_ONCE);
}

static void test_unasked(int flags, const char *name)
{
    conn_t *conn;
    int peer = open_conn(&conn);
    lingering_give(peer, lingering_socket(LINGERING_LONG), flags);
    if (flags)
        send(peer, "y", 1, 0);
    lingering_is_quick(turn(), name);
    is_str(gone, "descriptors that nobody asked for", "it ends the connection");
    ok(broken, "as a breach of the protocol");
    close(peer);
    turn();
}

static void test_unread(void)
{
    conn_t *conn;
    int peer = open_conn(&conn);
    lingering_give(peer, lingering_socket(LINGERING_LONG), 0);
    lingering_is_quick(conn_close(conn), "unread ones hold nobody up");
    close(peer);
    turn();
}

/* As from httpd's parent, which passes the error log. */
static void test_taken(void)
{
    const int files[] = {STDIN_FILENO, lingering_socket(LINGERING_LONG)};
    msgpack_sbuffer frame;
    conn_t *conn;
    int peer = open_conn(&conn);
    conn_take_descriptors(conn);
    msgpack_sbuffer_init(&frame);
    wire_encode(&frame, WIRE_PING, NULL, NULL);
    lingering_pass(peer, frame.data, frame.size, files, 2, 0);
    close(files[1]);
    lingering_is_quick(turn(), "of two, one is not kept");
    ok(passed >= 0, "and one is passed on");
    close(passed);
    lingering_pass(peer, frame.data, 1, files, 1, 0);
    turn();
    lingering_give(peer, lingering_socket(LINGERING_LONG), 0);
    lingering_is_quick(turn(), "nor one that nobody has taken");
    msgpack_sbuffer_destroy(&frame);
    close(peer);
    turn();
}

int main(void)
{
    test_unasked(0, "descriptors hold nobody up");
    test_unasked(MSG_OOB, "nor do those out of band");
    test_unread();
    test_taken();
    return done_testing();
}
