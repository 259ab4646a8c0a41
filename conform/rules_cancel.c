/* SPDX-License-Identifier: Apache-2.0 */
/* rules_cancel.c: half-closes and deadlines. */

#include "rules.h"

#include "common_clock.h"
#include "httpd.h"
#include "persistd.h"

#include <poll.h>
#include <string.h>

#define SOON_MS 100
#define REPEAT_MS 1000

/* Takes messages until the connection ends. */
static void take_all(conn_t *conn, httpd_answer_t *answer, const char *what)
{
    play_t *play = conn->play;
    int64_t end = common_now_us() / 1000 + play->options->patience_ms;
    while (!answer->lost) {
        if (common_now_us() / 1000 > end)
            play_fail(play, "%s does not end what runs", what);
        httpd_take(conn, answer);
    }
}

/* The worker is stopped meanwhile, so that request and half-close arrive
 * together. */
void rule_cancel_before(play_t *play)
{
    httpd_answer_t answer;
    const httpd_request_t request = {.path = "/hello"};
    launch_pause(&play->launch);
    conn_t *conn = httpd_open(play, 0, 0);
    httpd_ask(conn, &request, &answer);
    conn_half_close(conn);
    launch_resume(&play->launch);
    take_all(conn, &answer, "a half-close behind a request");
    if (answer.status)
        play_fail(play, "a request in front of a half-close is answered");
    httpd_hello_anew(play, "a new connection, afterwards");
}

void rule_cancel_reading(play_t *play)
{
    httpd_answer_t answer;
    conn_t *conn = httpd_begin_upload(play, &answer);
    httpd_body(conn, "abc", 3, WIRE_MORE, &answer);
    conn_half_close(conn);
    take_all(conn, &answer, "a half-close inside of the request's body");
    if (answer.ok && answer.status == 200)
        play_fail(play, "/echo is answered as if the body had ended");
    httpd_hello_anew(play, "a new connection, afterwards");
}

void rule_cancel_idle(play_t *play)
{
    conn_t *other = httpd_open(play, 0, 0);
    conn_t *conn = httpd_open(play, 0, 0);
    httpd_hello(conn, "a request");
    conn_half_close(conn);
    conn_take_end(conn, "a half-close of an idle connection");
    conn_t *unused = httpd_open(play, 0, 0);
    conn_half_close(unused);
    conn_take_end(unused, "a half-close behind OPEN");
    httpd_hello(other, "another connection, afterwards");
}

/* Requests /slow, and returns when the response has begun. */
static conn_t *begin_slow(play_t *play, httpd_answer_t *answer)
{
    const httpd_request_t request = {.path = "/slow"};
    conn_t *conn = httpd_open(play, 0, 0);
    httpd_ask(conn, &request, answer);
    while (!answer->done && answer->len < 3)
        httpd_take(conn, answer);
    httpd_check_offered(conn, answer);
    if (answer->done)
        play_fail(play, "/slow ends by itself");
    return conn;
}

void rule_cancel_writing(play_t *play)
{
    httpd_answer_t answer;
    conn_t *conn = begin_slow(play, &answer);
    conn_half_close(conn);
    take_all(conn, &answer, "a half-close");
    httpd_hello_anew(play, "a new connection, afterwards");
}

void rule_peer_gone(play_t *play)
{
    httpd_answer_t answer;
    conn_close(begin_slow(play, &answer));
    httpd_hello_anew(play, "a new connection, afterwards");
}

/* ---- deadlines ---- */

static conn_t *ask_sleep(play_t *play, conn_t *conn, const char *ms,
                         const char *id, httpd_answer_t *answer)
{
    const httpd_request_t request = {
        .path = "/sleep", .query = ms, .id = id, .soft_ms = 60000};
    conn = conn ? conn : httpd_open(play, 0, 0);
    httpd_ask(conn, &request, answer);
    return conn;
}

/* Sends DEADLINE each second until the response arrives, as persistd does: a
 * worker ignores a DEADLINE that it reads before the request. */
static void end_late(conn_t *conn, const char *id, httpd_answer_t *answer)
{
    play_t *play = conn->play;
    int64_t end = common_now_us() / 1000 + play->options->patience_ms;
    do
        persistd_late(play, id);
    while (conn_is_silent(conn, REPEAT_MS) && common_now_us() / 1000 < end);
    if (conn_is_silent(conn, 0))
        play_fail(play, "DEADLINE does not end /sleep");
    httpd_finish(conn, answer);
    if (answer->status != 504)
        play_fail(play, "a late /sleep: want status 504, got %u",
                  answer->status);
}

/* A DEADLINE that arrives after the response must not hit the next request. */
void rule_deadline(play_t *play)
{
    httpd_answer_t answer;
    persistd_adopt(play);
    conn_t *conn = ask_sleep(play, NULL, "60000", "late-1", &answer);
    poll(NULL, 0, SOON_MS);
    end_late(conn, "late-1", &answer);
    persistd_late(play, "late-1");
    ask_sleep(play, conn, "300", "late-2", &answer);
    persistd_late(play, "late-1");
    httpd_finish(conn, &answer);
    httpd_check(conn, &answer, 200, "slept", "the request after a late one");
}

void rule_deadline_other(play_t *play)
{
    httpd_answer_t answer;
    persistd_adopt(play);
    persistd_late(play, "late-3");
    conn_t *conn = ask_sleep(play, NULL, "300", "late-4", &answer);
    persistd_late(play, "late-3");
    poll(NULL, 0, SOON_MS);
    persistd_late(play, "");
    httpd_finish(conn, &answer);
    httpd_check(conn, &answer, 200, "slept", "DEADLINE of another request");
    persistd_probe(play->control, 0);
    persistd_take_idle(play->control, 0);
}
