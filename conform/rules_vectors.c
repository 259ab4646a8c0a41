/* SPDX-License-Identifier: Apache-2.0 */
/* rules_vectors.c: sends the golden vectors to the worker. */

#include "rules.h"

#include "httpd.h"
#include "persistd.h"
#include "vectors.h"

#include "wire_limits.h"

#include <string.h>

static const char *name(const vector_t *vector, const char *where)
{
    static char text[160];
    snprintf(text, sizeof(text), "%s on %s", vector->name, where);
    return text;
}

static void send_vector(conn_t *conn, const vector_t *vector)
{
    conn_send_bytes(conn, vector->bytes, vector->len);
}

/* Returns the n-th message of the vector, valid until the next call. */
static const wire_message_t *decode(play_t *play, const vector_t *vector, int n)
{
    static wire_message_t message;
    wire_bytes_t frame = {vector->bytes, 0};
    for (int i = 0; i <= n; i++) {
        const uint8_t *prefix = frame.data + frame.len;
        frame.data = prefix + WIRE_PREFIX_LEN;
        frame.len = (size_t)prefix[1] << 24 | (size_t)prefix[2] << 16 |
                    (size_t)prefix[3] << 8 | prefix[4];
    }
    if (wire_decode(frame, &message) != WIRE_OK)
        play_fail(play, "%s can't be read by ourselves", vector->name);
    return &message;
}

/* ---- valid vectors ---- */

/* The script may send any response. */
static void take_answer(conn_t *conn, const vector_t *vector, int n)
{
    httpd_answer_t answer;
    const wire_request_t *request = &decode(conn->play, vector, n)->as.request;
    httpd_expect(&answer, (uint32_t)request->seq, (unsigned)request->body_mode);
    httpd_finish(conn, &answer);
    if (answer.lost || answer.refused)
        play_fail(conn->play, "%s is not answered", vector->name);
}

static void test_request(play_t *play, const vector_t *vector)
{
    conn_t *conn = httpd_open(play, 0, 0);
    send_vector(conn, vector);
    take_answer(conn, vector, 0);
    httpd_hello(conn, vector->name);
}

static void test_body(play_t *play, const vector_t *vector)
{
    conn_t *conn = httpd_open(play, 0, 0);
    httpd_hello(conn, vector->name);
    send_vector(conn, vector);
    httpd_hello(conn, vector->name);
}

static void test_open_data(play_t *play, const vector_t *vector)
{
    conn_t *conn = conn_open(play);
    send_vector(conn, vector);
    if (vector->count > 1)
        take_answer(conn, vector, 1);
    httpd_hello(conn, vector->name);
}

static void test_open_control(play_t *play, const vector_t *vector)
{
    conn_t *conn = conn_open(play);
    send_vector(conn, vector);
    conn_take_kind(conn, WIRE_READY, vector->name);
    persistd_adopt(play);
}

/* Leaves out units beyond the capacity, which rule wrong-unit tests. */
static void test_open(play_t *play, const vector_t *vector)
{
    const wire_open_t *open = &decode(play, vector, 0)->as.open;
    if (open->version != WIRE_VERSION)
        return;
    if (open->role == WIRE_ROLE_CONTROL)
        test_open_control(play, vector);
    else if (open->unit < play->ready.capacity)
        test_open_data(play, vector);
}

/* Checks that the worker still answers PROBE. */
static void test_control(play_t *play, const vector_t *vector)
{
    const wire_message_t *message = decode(play, vector, 0);
    conn_t *control = persistd_adopt(play);
    unsigned unit = 0;
    if (message->kind == WIRE_PROBE) {
        if (message->as.probe.unit >= play->ready.capacity)
            return;
        unit = (unsigned)message->as.probe.unit;
    }
    send_vector(control, vector);
    if (message->kind != WIRE_PROBE)
        persistd_probe(control, unit);
    persistd_take_idle(control, unit);
}

/* Leaves out STOP and FORK, which have their own rules. */
static void test_valid(play_t *play, const vector_t *vector)
{
    if (vector->kinds[0] == WIRE_OPEN)
        test_open(play, vector);
    else if (vector->kinds[0] == WIRE_REQUEST)
        test_request(play, vector);
    else if (vector->kinds[0] == WIRE_BODY)
        test_body(play, vector);
    else if (vector->kinds[0] == WIRE_DEADLINE ||
             vector->kinds[0] == WIRE_PROBE)
        test_control(play, vector);
}

void rule_vectors_valid(play_t *play)
{
    vector_t vector;
    for (size_t place = 0; vectors_next(&place, &vector);
         conn_close_all(play, 1)) {
        if (!vector.refused && !vector.incomplete && vector.count > 0)
            test_valid(play, &vector);
    }
}

/* ---- vectors that close the connection ---- */

static void closes(conn_t *conn, const vector_t *vector, const char *where)
{
    send_vector(conn, vector);
    conn_take_end(conn, name(vector, where));
    conn_close(conn);
}

void rule_vectors_refused(play_t *play)
{
    vector_t vector;
    conn_t *idle = httpd_open(play, 0, 0);
    for (size_t place = 0; vectors_next(&place, &vector);) {
        if (!vector.refused)
            continue;
        closes(conn_open(play), &vector, "a new connection");
        closes(httpd_open(play, 0, 0), &vector, "a data connection");
        closes(persistd_adopt(play), &vector, "the control connection");
    }
    httpd_hello(idle, "another connection, afterwards");
}

static int belongs_to_data(wire_kind_t kind)
{
    return kind == WIRE_REQUEST || kind == WIRE_BODY;
}

static int belongs_to_control(wire_kind_t kind)
{
    return kind >= WIRE_STOP && kind <= WIRE_PROBE;
}

void rule_wrong_kind(play_t *play)
{
    vector_t vector;
    conn_t *idle = httpd_open(play, 0, 0);
    for (size_t place = 0; vectors_next(&place, &vector);) {
        wire_kind_t kind = vector.kinds[0];
        if (vector.count == 0)
            continue;
        if (kind != WIRE_OPEN)
            closes(conn_open(play), &vector, "a new connection");
        if (!belongs_to_data(kind))
            closes(httpd_open(play, 0, 0), &vector, "a data connection");
        if (!belongs_to_control(kind))
            closes(persistd_adopt(play), &vector, "the control connection");
    }
    httpd_hello(idle, "another connection, afterwards");
}
