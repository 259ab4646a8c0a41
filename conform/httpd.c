/* SPDX-License-Identifier: Apache-2.0 */
/* httpd.c: sends requests and takes responses, see httpd.h. */

#include "httpd.h"

#include "received.h"

#include "wire_limits.h"

#include <stdlib.h>
#include <string.h>

#define USUAL_ID "conform-1"
/* Most bytes of a BODY frame that we send. */
#define PIECE (64u << 10)

conn_t *httpd_open(play_t *play, unsigned unit, unsigned features)
{
    const wire_open_t open = {WIRE_VERSION, WIRE_ROLE_DATA, features, unit};
    conn_t *conn = conn_open(play);
    conn_send(conn, WIRE_OPEN, &open);
    return conn;
}

void httpd_encode_open(conn_t *conn, msgpack_sbuffer *out)
{
    const wire_open_t open = {WIRE_VERSION, WIRE_ROLE_DATA, 0, 0};
    conn_encode(conn, out, WIRE_OPEN, &open);
}

/* Writes "NAME NUL VALUE NUL …" into room. Returns its length. */
static size_t make_variables(char *room, size_t size,
                             const httpd_request_t *request)
{
    int n = snprintf(room, size,
                     "REQUEST_METHOD%c%s%cSCRIPT_NAME%c/conform%cPATH_INFO%c"
                     "%s%cQUERY_STRING%c%s%cSERVER_PROTOCOL%cHTTP/1.1%c",
                     0, request->body_mode ? "POST" : "GET", 0, 0, 0, 0,
                     request->path, 0, 0, request->query ? request->query : "",
                     0, 0, 0);
    return (size_t)n;
}

/* All 32 bits in no order, as httpd draws them; the same in each run. */
static uint32_t draw_seq(void)
{
    return (uint32_t)random() << 1 ^ (uint32_t)random();
}

uint32_t httpd_encode(conn_t *conn, msgpack_sbuffer *out,
                      const httpd_request_t *request)
{
    char variables[1024];
    const char *id = request->id ? request->id : USUAL_ID;
    size_t len = make_variables(variables, sizeof(variables), request);
    const wire_request_t message = {
        .seq = request->seq ? request->seq : draw_seq(),
        .variables = {(const uint8_t *)variables, len},
        .body_mode = request->body_mode,
        .body = {request->body, request->body_len},
        .soft_ms = request->soft_ms,
        .request_id = {(const uint8_t *)id, strlen(id)},
    };
    conn_encode(conn, out, WIRE_REQUEST, &message);
    return (uint32_t)message.seq;
}

void httpd_expect(httpd_answer_t *answer, uint32_t seq, unsigned body_mode)
{
    received_clear();
    *answer = (httpd_answer_t){.seq = seq, .body_mode = body_mode};
}

void httpd_ask(conn_t *conn, const httpd_request_t *request,
               httpd_answer_t *answer)
{
    static msgpack_sbuffer out; /* static: a failure would leak it */
    out.size = 0;
    uint32_t seq = httpd_encode(conn, &out, request);
    httpd_expect(answer, seq, request->body_mode);
    conn_send_bytes(conn, out.data, out.size);
}

void httpd_body(conn_t *conn, const void *bytes, size_t n, unsigned mark,
                httpd_answer_t *answer)
{
    const wire_body_t body = {{bytes, n}, mark};
    answer->credit -= n < answer->credit ? n : answer->credit;
    answer->body_ended |= mark != WIRE_MORE;
    conn_send(conn, WIRE_BODY, &body);
}

static int is_fault(conn_t *conn, const wire_response_t *response)
{
    if (!(response->flags & WIRE_FAILED))
        return 0;
    if (response->status < 500 || response->flags & WIRE_CGI)
        play_fail(conn->play, "the flag fault with status %u%s",
                  (unsigned)response->status,
                  response->flags & WIRE_CGI ? " and the flag cgi" : "");
    return 1;
}

static void take_response(conn_t *conn, httpd_answer_t *answer)
{
    const wire_response_t *response = &conn->message.as.response;
    if (answer->status)
        play_fail(conn->play, "a second RESPONSE");
    answer->status = (unsigned)response->status;
    answer->wrong_seq |= response->seq != answer->seq;
    answer->fault = is_fault(conn, response);
    answer->len = received_add(&response->body);
    answer->done = answer->ok = (response->flags & WIRE_COMPLETE) != 0;
}

static void take_body(conn_t *conn, httpd_answer_t *answer)
{
    const wire_body_t *body = &conn->message.as.body;
    if (!answer->status)
        play_fail(conn->play, "BODY before RESPONSE");
    if (body->mark == WIRE_BROKEN)
        play_fail(conn->play, "BODY broken, which only httpd may send");
    answer->bodies++;
    answer->len = received_add(&body->bytes);
    answer->done = answer->ok = body->mark == WIRE_LAST;
}

static void take_info(conn_t *conn, httpd_answer_t *answer)
{
    if (answer->status)
        play_fail(conn->play, "INFO behind RESPONSE");
    if (++answer->infos > WIRE_INFO_MAX)
        play_fail(conn->play, "more than %u INFO", WIRE_INFO_MAX);
    answer->wrong_seq |= conn->message.as.info.seq != answer->seq;
}

/* A WANT that crosses the end of the body adds no credit. */
static void take_want(conn_t *conn, httpd_answer_t *answer)
{
    if (answer->body_mode != WIRE_BODY_PULLED)
        play_fail(conn->play, "WANT for a body that is not pulled");
    answer->wants++;
    if (answer->body_ended)
        return;
    answer->credit += conn->message.as.want.bytes;
    answer->over_credit |= answer->credit > WIRE_CREDIT_MAX;
}

static void take_end(conn_t *conn, httpd_answer_t *answer)
{
    const wire_end_t *end = &conn->message.as.end;
    answer->done = 1;
    answer->ok = end->ok != 0;
    answer->after = end->after != 0;
    if (answer->status)
        return;
    if (end->ok || end->after || end->trailers.count > 0)
        play_fail(conn->play, "END before RESPONSE with ok, after or trailers");
    if (answer->infos || answer->wants)
        play_fail(conn->play, "END before RESPONSE behind INFO or WANT");
    answer->refused = 1;
}

static void take_file(conn_t *conn, httpd_answer_t *answer)
{
    if (!answer->status)
        play_fail(conn->play, "FILE before RESPONSE");
    answer->files++;
    answer->file = conn->message.as.file;
}

static void take_in(conn_t *conn, wire_kind_t kind, httpd_answer_t *answer)
{
    if (!kind) {
        answer->lost = answer->done = 1;
        return;
    }
    switch (kind) {
    case WIRE_RESPONSE:
        take_response(conn, answer);
        break;
    case WIRE_BODY:
        take_body(conn, answer);
        break;
    case WIRE_INFO:
        take_info(conn, answer);
        break;
    case WIRE_FILE:
        take_file(conn, answer);
        break;
    case WIRE_WANT:
        take_want(conn, answer);
        break;
    case WIRE_END:
        take_end(conn, answer);
        break;
    case WIRE_LOG:
        break;
    default:
        play_fail(conn->play, "%s on a data connection", wire_kind_name(kind));
    }
}

wire_kind_t httpd_take(conn_t *conn, httpd_answer_t *answer)
{
    wire_kind_t kind = conn_take(conn);
    take_in(conn, kind, answer);
    return kind;
}

void httpd_finish(conn_t *conn, httpd_answer_t *answer)
{
    while (!answer->done)
        httpd_take(conn, answer);
}

/* Encodes the next piece of the body as a BODY frame. Returns the length of the
 * piece; out is empty if there is no credit. */
static size_t next_piece(conn_t *conn, msgpack_sbuffer *out, const char *body,
                         size_t left, httpd_answer_t *answer)
{
    size_t n = left < PIECE ? left : PIECE;
    out->size = 0;
    n = n < answer->credit ? n : (size_t)answer->credit;
    if (n == 0 && left > 0)
        return 0;
    const wire_body_t piece = {{(const uint8_t *)body, n},
                               n == left ? WIRE_LAST : WIRE_MORE};
    conn_encode(conn, out, WIRE_BODY, &piece);
    answer->credit -= n;
    answer->body_ended = n == left;
    return n;
}

/* Returns a message, or CONN_WAIT if there is something to send. */
static wire_kind_t take_while_sending(conn_t *conn, int blocked,
                                      const httpd_answer_t *answer)
{
    if (blocked)
        return conn_poll(conn, 1);
    if (answer->body_ended || answer->credit == 0)
        return conn_take(conn);
    return conn_poll(conn, 0);
}

conn_t *httpd_begin_upload(play_t *play, httpd_answer_t *answer)
{
    const httpd_request_t request = {.path = "/echo",
                                     .body_mode = WIRE_BODY_PULLED};
    conn_t *conn = httpd_open(play, 0, 0);
    httpd_ask(conn, &request, answer);
    while (!answer->done && answer->wants == 0)
        httpd_take(conn, answer);
    if (answer->done)
        play_fail(play, "/echo is answered before its body has ended");
    return conn;
}

/* Never blocks in a write, because the worker may block in a write at the same
 * time. */
void httpd_upload(conn_t *conn, const char *body, size_t n,
                  httpd_answer_t *answer)
{
    static msgpack_sbuffer out; /* static: a failure would leak it */
    size_t done = 0, sent = 0;
    out.size = 0;
    while (!answer->done) {
        if (sent == out.size && !answer->body_ended) {
            done += next_piece(conn, &out, body + done, n - done, answer);
            sent = 0;
        }
        if (sent < out.size)
            sent += conn_send_some(conn, out.data + sent, out.size - sent);
        wire_kind_t kind = take_while_sending(conn, sent < out.size, answer);
        if (kind != CONN_WAIT)
            take_in(conn, kind, answer);
    }
}

const char *httpd_received(void)
{
    return received_bytes();
}

void httpd_get(conn_t *conn, const char *path, const char *query,
               httpd_answer_t *answer)
{
    const httpd_request_t request = {.path = path, .query = query};
    httpd_ask(conn, &request, answer);
    httpd_finish(conn, answer);
}

void httpd_check(conn_t *conn, const httpd_answer_t *answer, unsigned status,
                 const char *body, const char *what)
{
    play_t *play = conn->play;
    if (answer->lost)
        play_fail(play, "%s: the connection ends before the response does",
                  what);
    if (answer->refused)
        play_fail(play, "%s: the request is refused", what);
    if (answer->status != status)
        play_fail(play, "%s: want status %u, got %u", what, status,
                  answer->status);
    if (!answer->ok)
        play_fail(play, "%s: the response is aborted", what);
    if (body && (answer->len != strlen(body) ||
                 memcmp(received_bytes(), body, answer->len) != 0))
        play_fail(play, "%s: want the body \"%s\", got \"%.80s\"", what, body,
                  received_bytes());
}

void httpd_check_offered(conn_t *conn, const httpd_answer_t *answer)
{
    if (answer->status == 501)
        play_skip(conn->play, "the script says that its SDK has no such thing");
}

void httpd_hello(conn_t *conn, const char *what)
{
    httpd_answer_t answer;
    httpd_get(conn, "/hello", NULL, &answer);
    httpd_check(conn, &answer, 200, "hello", what);
}

void httpd_hello_anew(play_t *play, const char *what)
{
    conn_t *conn = httpd_open(play, 0, 0);
    httpd_hello(conn, what);
    conn_close(conn);
}
