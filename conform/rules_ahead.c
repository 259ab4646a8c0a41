/* SPDX-License-Identifier: Apache-2.0 */
/* rules_ahead.c: a request that is sent while the worker is busy, and its
 * token. */

#include "rules.h"

#include "common_clock.h"
#include "httpd.h"
#include "persistd.h"

#include "wire_token.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#define AHEAD_UNIT (WIRE_AHEAD_UNITS - 1)

/* Static, because a failure would leak it. */
static wire_token_t *token;

static void check_offered(play_t *play)
{
    if (!(play->ready.features & WIRE_FEATURE_AHEAD))
        play_skip(play, "READY does not offer feature 64");
    if (play->ready.capacity != 1)
        play_fail(play, "READY offers feature 64 with a capacity of %llu",
                  (unsigned long long)play->ready.capacity);
    persistd_adopt(play);
}

/* Opens a connection of the last unit, with a token. */
static conn_t *open_ahead(play_t *play)
{
    const wire_open_t open = {WIRE_VERSION, WIRE_ROLE_DATA, WIRE_FEATURE_AHEAD,
                              AHEAD_UNIT};
    conn_t *conn = conn_open(play);
    int fd;
    wire_token_drop(token);
    token = wire_token_make(&fd);
    if (!token)
        play_fail(play, "a token: %s", strerror(errno));
    conn_send_passing(conn, WIRE_OPEN, &open, &fd, 1);
    close(fd);
    return conn;
}

/* Returns the seq. What has been received for another request stays. */
static uint32_t ask_ahead(conn_t *conn)
{
    static msgpack_sbuffer out; /* static: a failure would leak it */
    const httpd_request_t request = {.path = "/hello"};
    out.size = 0;
    uint32_t seq = httpd_encode(conn, &out, &request);
    wire_token_offer(token);
    conn_send_bytes(conn, out.data, out.size);
    return seq;
}

/* Ends what httpd_begin_upload() has begun. */
static void end_upload(conn_t *conn, httpd_answer_t *answer)
{
    httpd_upload(conn, "abc", 3, answer);
    httpd_check(conn, answer, 200, "abc", "/echo");
}

static void take_hello(conn_t *conn, uint32_t seq, const char *what)
{
    httpd_answer_t answer;
    httpd_expect(&answer, seq, 0);
    httpd_finish(conn, &answer);
    httpd_check(conn, &answer, 200, "hello", what);
}

static void check_taken(play_t *play, int64_t from)
{
    if (token->state != WIRE_TOKEN_TAKEN)
        play_fail(play, "a request is run whose token is not taken");
    if (token->taken_us < from || token->taken_us > common_now_us())
        play_fail(play, "the token does not say when it was taken");
}

static void waits_and_is_taken(play_t *play)
{
    httpd_answer_t answer;
    conn_t *running = httpd_begin_upload(play, &answer);
    conn_t *conn = open_ahead(play);
    uint32_t seq = ask_ahead(conn);
    int64_t sent = common_now_us();
    end_upload(running, &answer);
    take_hello(conn, seq, "a request that was sent while another one ran");
    check_taken(play, sent);
}

/* Either an END or the end of the connection shows that it was dropped. */
static void check_dropped(conn_t *conn, uint32_t seq)
{
    httpd_answer_t answer;
    if (conn_is_silent(conn, 0))
        play_fail(conn->play, "IDLE comes before the request that was there "
                              "before PROBE is dropped");
    httpd_expect(&answer, seq, 0);
    httpd_finish(conn, &answer);
    if (answer.status)
        play_fail(conn->play, "a request that was withdrawn is run");
}

static void is_withdrawn(play_t *play)
{
    httpd_answer_t answer;
    conn_t *running = httpd_begin_upload(play, &answer);
    conn_t *conn = open_ahead(play);
    uint32_t seq = ask_ahead(conn);
    conn_settle(conn);
    if (!wire_token_withdraw(token))
        play_fail(play, "a token is taken while another request runs");
    persistd_probe(play->control, AHEAD_UNIT);
    end_upload(running, &answer);
    persistd_take_idle(play->control, AHEAD_UNIT);
    check_dropped(conn, seq);
}

void rule_ahead(play_t *play)
{
    check_offered(play);
    waits_and_is_taken(play);
    is_withdrawn(play);
    conn_t *next = open_ahead(play);
    take_hello(next, ask_ahead(next), "the next request ahead");
}
