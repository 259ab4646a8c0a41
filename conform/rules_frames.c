/* SPDX-License-Identifier: Apache-2.0 */
/* rules_frames.c: frames in pieces, frames in unusual forms, and bytes that are
 * no frame. */

#include "rules.h"

#include "httpd.h"
#include "loose.h"
#include "persistd.h"

#include <string.h>

static const httpd_request_t hello = {.path = "/hello", .seq = 0x01020304};

/* Returns OPEN and REQUEST as bytes, valid until the next call. */
static const msgpack_sbuffer *make_bytes(conn_t *conn)
{
    static msgpack_sbuffer out;
    out.size = 0;
    httpd_encode_open(conn, &out);
    httpd_encode(conn, &out, &hello);
    return &out;
}

static void take_hello(conn_t *conn, const char *what)
{
    httpd_answer_t answer;
    httpd_expect(&answer, hello.seq, WIRE_BODY_NONE);
    httpd_finish(conn, &answer);
    httpd_check(conn, &answer, 200, "hello", what);
}

static void cut_at(play_t *play, size_t at)
{
    char what[64];
    conn_t *conn = conn_open(play);
    const msgpack_sbuffer *bytes = make_bytes(conn);
    snprintf(what, sizeof(what), "OPEN and REQUEST, cut at byte %zu", at);
    conn_send_bytes(conn, bytes->data, at);
    conn_settle(conn);
    conn_send_bytes(conn, bytes->data + at, bytes->size - at);
    take_hello(conn, what);
    conn_close(conn);
}

void rule_split_frame(play_t *play)
{
    conn_t *conn = conn_open(play);
    const msgpack_sbuffer *bytes = make_bytes(conn);
    size_t size = bytes->size;
    for (size_t i = 0; i < size; i++) {
        conn_send_bytes(conn, bytes->data + i, 1);
        conn_settle(conn);
    }
    take_hello(conn, "OPEN and REQUEST, byte by byte");
    for (size_t at = 1; at < size; at++)
        cut_at(play, at);
}

void rule_one_write(play_t *play)
{
    static msgpack_sbuffer out; /* static: a failure would leak it */
    const httpd_request_t request = {.path = "/echo",
                                     .body_mode = WIRE_BODY_PULLED};
    const wire_body_t last = {{NULL, 0}, WIRE_LAST};
    httpd_answer_t answer;
    conn_t *conn = conn_open(play);
    out.size = 0;
    httpd_encode_open(conn, &out);
    uint32_t seq = httpd_encode(conn, &out, &request);
    conn_encode(conn, &out, WIRE_BODY, &last);
    httpd_expect(&answer, seq, WIRE_BODY_PULLED);
    answer.body_ended = 1;
    conn_send_bytes(conn, out.data, out.size);
    httpd_finish(conn, &answer);
    httpd_check(conn, &answer, 200, "", "OPEN, REQUEST and BODY in one write");
}

void rule_loose_types(play_t *play)
{
    char what[64];
    conn_t *conn = httpd_open(play, 0, 0);
    for (unsigned style = 0; style < LOOSE_STYLES; style++) {
        const msgpack_sbuffer *bytes = loose_request(style, "/hello");
        snprintf(what, sizeof(what), "a REQUEST in style %u", style);
        httpd_answer_t answer;
        httpd_expect(&answer, LOOSE_SEQ, WIRE_BODY_NONE);
        conn_send_bytes(conn, bytes->data, bytes->size);
        httpd_finish(conn, &answer);
        httpd_check(conn, &answer, 200, "hello", what);
    }
}

/* Sends bytes that must close the connection: on a new connection, on an idle
 * data connection, and on the control connection. */
static void poison(play_t *play, const void *bytes, size_t n, const char *what)
{
    char text[128];
    conn_t *conns[] = {conn_open(play), httpd_open(play, 0, 0),
                       persistd_adopt(play)};
    static const char *const names[] = {"a new connection", "a data connection",
                                        "the control connection"};
    for (int i = 0; i < 3; i++) {
        snprintf(text, sizeof(text), "%s on %s", what, names[i]);
        conn_send_bytes(conns[i], bytes, n);
        conn_take_end(conns[i], text);
        conn_close(conns[i]);
    }
}

void rule_frame_length(play_t *play)
{
    conn_t *idle = httpd_open(play, 0, 0);
    poison(play, "\xce\0\0\0\0", 5, "a length of 0");
    poison(play, "\xce\0\x20\0\1", 5, "a length of 2 MiB and a byte");
    poison(play, "\xce\x7f\xff\xff\xff", 5, "a length of 2^31-1");
    poison(play, "\xce\xff\xff\xff\xff", 5, "a length of 2^32-1");
    httpd_hello(idle, "another connection, afterwards");
}

void rule_garbage(play_t *play)
{
    conn_t *idle = httpd_open(play, 0, 0);
    poison(play, "GET / HTTP/1.0\r\n\r\n", 18, "HTTP");
    poison(play, "\x16\3\1\2\0\1\0\1\xfc\3\3", 11, "TLS");
    poison(play, "\0\0\0\0\0\0\0\0", 8, "zeros");
    httpd_hello(idle, "another connection, afterwards");
}

void rule_poison_idle(play_t *play)
{
    conn_t *other = httpd_open(play, 0, 0);
    conn_t *conn = httpd_open(play, 0, 0);
    httpd_hello(other, "a request");
    httpd_hello(conn, "a request");
    conn_send_bytes(conn, "\xce\0\0\0\1\xc0", 6);
    conn_take_end(conn, "a bad frame behind a response");
    httpd_hello(other, "another connection, afterwards");
}

void rule_cut_off(play_t *play)
{
    for (size_t at = 1; at < 6; at++) {
        conn_t *conn = conn_open(play);
        conn_send_bytes(conn, "\xce\0\0\1\0\x95", at);
        conn_settle(conn);
        conn_close(conn);
    }
    conn_t *conn = conn_open(play);
    const msgpack_sbuffer *bytes = make_bytes(conn);
    conn_send_bytes(conn, bytes->data, bytes->size - 1);
    conn_half_close(conn);
    conn_take_end(conn, "an end of file inside a REQUEST");
    httpd_hello_anew(play, "a new connection, afterwards");
}
