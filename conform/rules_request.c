/* SPDX-License-Identifier: Apache-2.0 */
/* rules_request.c: one request and its answer. */

#include "rules.h"

#include "httpd.h"
#include "persistd.h"

#include <inttypes.h>
#include <string.h>

#define QUIET_MS 100

/* ---- variables ---- */

static void ask_with(conn_t *conn, const char *variables, size_t len)
{
    const wire_request_t request = {
        .seq = 7, .variables = {(const uint8_t *)variables, len}};
    conn_send(conn, WIRE_REQUEST, &request);
}

/* Fails the rule unless the response's body has this line. */
static void check_line(play_t *play, const char *line)
{
    char with_ends[128];
    snprintf(with_ends, sizeof(with_ends), "\n%s\n", line);
    if (strncmp(httpd_received(), with_ends + 1, strlen(line) + 1) != 0 &&
        !strstr(httpd_received(), with_ends))
        play_fail(play, "/env has no line \"%s\"", line);
}

void rule_variables(play_t *play)
{
    static const char variables[] =
        "REQUEST_METHOD\0GET\0PATH_INFO\0/env\0EMPTY\0\0"
        "BYTES\0a\x80\xff\xc3(=b\0PROTO\0"
        "a=b=c\0LAST\0";
    httpd_answer_t answer;
    conn_t *conn = httpd_open(play, 0, 0);
    httpd_expect(&answer, 7, WIRE_BODY_NONE);
    ask_with(conn, variables, sizeof(variables));
    httpd_finish(conn, &answer);
    httpd_check(conn, &answer, 200, NULL, "/env");
    check_line(play, "PATH_INFO=/env");
    check_line(play, "EMPTY=");
    check_line(play, "BYTES=a\x80\xff\xc3(=b");
    check_line(play, "PROTO=a=b=c");
    check_line(play, "LAST=");
}

static void is_refused(play_t *play, const char *variables, size_t len,
                       const char *what)
{
    conn_t *conn = httpd_open(play, 0, 0);
    ask_with(conn, variables, len);
    conn_take_end(conn, what);
    conn_close(conn);
}

void rule_odd_variables(play_t *play)
{
    is_refused(play, "A", 1, "a name that does not end");
    is_refused(play, "A\0b", 3, "a value that does not end");
    is_refused(play, "A\0", 2, "a name without a value");
    is_refused(play, "A\0b\0C\0", 6, "a last name without a value");
    is_refused(play, "A\0\0b\0", 5, "an odd number of NULs");
    is_refused(play, "\0b\0", 3, "an empty name");
    is_refused(play, "A\0b\0\0\0", 6, "an empty name at the end");
    httpd_hello_anew(play, "a new connection, afterwards");
}

/* ---- the response ---- */

void rule_wrong_seq(play_t *play)
{
    static const uint32_t numbers[] = {
        1, 0x7f, 0x80, 0xffff, 0x7fffffff, 0x80000000, 65536, 1, UINT32_MAX, 1};
    conn_t *conn = httpd_open(play, 0, 0);
    for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++) {
        httpd_answer_t answer;
        const httpd_request_t request = {.path = "/hello", .seq = numbers[i]};
        httpd_ask(conn, &request, &answer);
        httpd_finish(conn, &answer);
        httpd_check(conn, &answer, 200, "hello", "/hello");
        if (answer.wrong_seq)
            play_fail(play, "seq %" PRIu32 " is not given back", numbers[i]);
    }
}

static void nothing_follows(play_t *play, const char *path)
{
    httpd_answer_t answer;
    conn_t *conn = httpd_open(play, 0, 0);
    httpd_get(conn, path, NULL, &answer);
    if (!conn_is_silent(conn, QUIET_MS)) {
        wire_kind_t kind = conn_take(conn);
        play_fail(play, "%s behind the response of %s",
                  kind ? wire_kind_name(kind) : "the connection's end", path);
    }
}

void rule_after_end(play_t *play)
{
    nothing_follows(play, "/hello");
    nothing_follows(play, "/none");
    nothing_follows(play, "/error");
}

void rule_failure(play_t *play)
{
    httpd_answer_t answer;
    conn_t *conn = httpd_open(play, 0, 0);
    httpd_get(conn, "/error", NULL, &answer);
    httpd_check(conn, &answer, 500, NULL, "/error");
    httpd_hello(conn, "the next request");
}

/* Fails the rule unless the answer of /error has the flag fault, or has it
 * not. */
static void check_fault(play_t *play, unsigned features, int expected)
{
    httpd_answer_t answer;
    conn_t *conn = httpd_open(play, 0, features);
    httpd_get(conn, "/error", NULL, &answer);
    httpd_check(conn, &answer, 500, NULL, "/error");
    if (answer.fault != expected)
        play_fail(play, "/error is answered %s the flag fault %s feature 32",
                  answer.fault ? "with" : "without",
                  expected ? "where OPEN has" : "where OPEN lacks");
    httpd_get(conn, "/none", NULL, &answer);
    httpd_check(conn, &answer, 404, NULL, "/none");
}

void rule_fault(play_t *play)
{
    if (!(play->ready.features & WIRE_FEATURE_FAULT))
        play_skip(play, "READY does not offer feature 32");
    check_fault(play, WIRE_FEATURE_FAULT, 1);
    check_fault(play, WIRE_FEATURE_FILE, 0);
}

/* ---- the request's body ---- */

static void no_want(play_t *play, const char *path, unsigned mode)
{
    httpd_answer_t answer;
    conn_t *conn = httpd_open(play, 0, 0);
    const httpd_request_t request = {.path = path,
                                     .body_mode = mode,
                                     .body = "abc",
                                     .body_len = mode ? 3 : 0};
    httpd_ask(conn, &request, &answer);
    httpd_finish(conn, &answer);
    httpd_check(conn, &answer, 200, NULL, path);
    if (answer.wants > 0)
        play_fail(play, "WANT before the script reads");
}

void rule_early_want(play_t *play)
{
    no_want(play, "/hello", WIRE_BODY_PULLED);
    no_want(play, "/hello", WIRE_BODY_HERE);
    no_want(play, "/echo", WIRE_BODY_HERE);
    no_want(play, "/echo", WIRE_BODY_NONE);
}

static void echo(conn_t *conn, unsigned mode, size_t here, const char *rest,
                 const char *all)
{
    httpd_answer_t answer;
    const httpd_request_t request = {
        .path = "/echo", .body_mode = mode, .body = all, .body_len = here};
    httpd_ask(conn, &request, &answer);
    if (mode == WIRE_BODY_PULLED)
        httpd_upload(conn, rest, strlen(rest), &answer);
    httpd_finish(conn, &answer);
    httpd_check(conn, &answer, 200, all, "/echo");
}

void rule_body(play_t *play)
{
    conn_t *conn = httpd_open(play, 0, 0);
    echo(conn, WIRE_BODY_NONE, 0, "", "");
    echo(conn, WIRE_BODY_HERE, 0, "", "");
    echo(conn, WIRE_BODY_HERE, 5, "", "hello");
    echo(conn, WIRE_BODY_PULLED, 0, "", "");
    echo(conn, WIRE_BODY_PULLED, 0, "hello", "hello");
    echo(conn, WIRE_BODY_PULLED, 3, "lo", "hello");
    echo(conn, WIRE_BODY_PULLED, 5, "", "hello");
}

/* Sends nothing for a while, because the worker may send more WANT. */
void rule_credit(play_t *play)
{
    httpd_answer_t answer;
    conn_t *conn = httpd_begin_upload(play, &answer);
    while (!conn_is_silent(conn, QUIET_MS) && !answer.over_credit)
        httpd_take(conn, &answer);
    if (!answer.over_credit)
        httpd_upload(conn, "abc", 3, &answer);
    if (answer.over_credit)
        play_fail(play, "%" PRIu64 " bytes of credit are open", answer.credit);
    httpd_check(conn, &answer, 200, "abc", "/echo");
}

void rule_body_broken(play_t *play)
{
    httpd_answer_t answer;
    conn_t *conn = httpd_begin_upload(play, &answer);
    httpd_body(conn, "abc", 3, WIRE_BROKEN, &answer);
    httpd_finish(conn, &answer);
    if (answer.lost)
        play_fail(play, "the connection ends");
    if (answer.ok && answer.status < 400)
        play_fail(play,
                  "/echo is answered with status %u, as if the body had "
                  "ended",
                  answer.status);
    httpd_hello(conn, "the next request");
}

void rule_late_body(play_t *play)
{
    httpd_answer_t answer;
    const httpd_request_t request = {.path = "/hello",
                                     .body_mode = WIRE_BODY_PULLED};
    conn_t *conn = httpd_open(play, 0, 0);
    httpd_ask(conn, &request, &answer);
    httpd_finish(conn, &answer);
    httpd_body(conn, "abc", 3, WIRE_MORE, &answer);
    httpd_body(conn, "def", 3, WIRE_LAST, &answer);
    httpd_hello(conn, "the next request");
    echo(conn, WIRE_BODY_PULLED, 0, "own", "own");
}
