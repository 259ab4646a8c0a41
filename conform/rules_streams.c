/* SPDX-License-Identifier: Apache-2.0 */
/* rules_streams.c: bodies in pieces, files, and work after the response. */

#include "rules.h"

#include "common_clock.h"
#include "httpd.h"
#include "persistd.h"

#include "wire_limits.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LARGE (8u << 20)
#define RESPONSE (3u << 20)
#define PASSED 300000u
/* The script works for 300 ms. Its clock may differ a little from ours. */
#define AFTER_MS 290

/* Returns LARGE bytes without repeated pieces and without NULs. */
static const char *pattern(void)
{
    static char bytes[LARGE];
    uint32_t state = 1;
    if (!bytes[0]) {
        for (size_t i = 0; i < sizeof(bytes); i++) {
            state = state * 1664525u + 1013904223u;
            bytes[i] = (char)(state >> 24 | 1);
        }
    }
    return bytes;
}

static void check_pattern(conn_t *conn, const httpd_answer_t *answer, size_t n,
                          const char *what)
{
    httpd_check(conn, answer, 200, NULL, what);
    if (answer->len != n)
        play_fail(conn->play, "%s: want %zu bytes, got %zu", what, n,
                  answer->len);
    if (memcmp(httpd_received(), pattern(), n) != 0)
        play_fail(conn->play, "%s: other bytes come back", what);
}

static conn_t *begin(play_t *play, const char *path, unsigned features,
                     httpd_answer_t *answer)
{
    const httpd_request_t request = {.path = path,
                                     .body_mode = WIRE_BODY_PULLED};
    conn_t *conn = httpd_open(play, 0, features);
    httpd_ask(conn, &request, answer);
    return conn;
}

/* ---- bodies ---- */

static void echo_piece(conn_t *conn, const char *piece, size_t all,
                       httpd_answer_t *answer)
{
    while (!answer->done && answer->credit < strlen(piece))
        httpd_take(conn, answer);
    httpd_check_offered(conn, answer);
    httpd_body(conn, piece, strlen(piece), WIRE_MORE, answer);
    while (!answer->done && answer->len < all)
        httpd_take(conn, answer);
    if (answer->done)
        play_fail(conn->play, "/stream ends before its body does");
}

void rule_pieces(play_t *play)
{
    httpd_answer_t answer;
    conn_t *conn = begin(play, "/stream", 0, &answer);
    echo_piece(conn, "one", 3, &answer);
    echo_piece(conn, "two", 6, &answer);
    httpd_body(conn, "", 0, WIRE_LAST, &answer);
    httpd_finish(conn, &answer);
    httpd_check(conn, &answer, 200, "onetwo", "/stream");
}

static void upload(play_t *play, const char *path, size_t n)
{
    httpd_answer_t answer;
    conn_t *conn = begin(play, path, 0, &answer);
    httpd_upload(conn, pattern(), n, &answer);
    httpd_check_offered(conn, &answer);
    check_pattern(conn, &answer, n, path);
}

void rule_large_body(play_t *play)
{
    upload(play, "/stream", LARGE);
}

void rule_large_response(play_t *play)
{
    upload(play, "/echo", RESPONSE);
}

/* ---- the ends of a response ---- */

static void get(conn_t *conn, const char *path, const char *query,
                httpd_answer_t *answer)
{
    httpd_get(conn, path, query, answer);
    httpd_check_offered(conn, answer);
}

void rule_abort(play_t *play)
{
    httpd_answer_t answer;
    conn_t *conn = httpd_open(play, 0, 0);
    get(conn, "/abort", NULL, &answer);
    if (answer.lost || answer.status != 200 || answer.ok)
        play_fail(play, "a script that fails behind RESPONSE: want END with "
                        "ok 0");
    httpd_hello(conn, "the next request");
}

void rule_info(play_t *play)
{
    httpd_answer_t answer;
    conn_t *conn = httpd_open(play, 0, 0);
    get(conn, "/hints", "3", &answer);
    httpd_check(conn, &answer, 200, NULL, "/hints");
    if (answer.infos != 3)
        play_fail(play, "want 3 INFO, got %u", answer.infos);
    if (answer.wrong_seq)
        play_fail(play, "INFO has another seq");
    get(conn, "/hints", "17", &answer);
    if (answer.lost)
        play_fail(play, "a seventeenth INFO ends the connection");
    httpd_hello(conn, "the next request");
}

void rule_after(play_t *play)
{
    httpd_answer_t answer;
    persistd_adopt(play);
    conn_t *conn = httpd_open(play, 0, 0);
    int64_t began = common_now_us() / 1000;
    get(conn, "/after", NULL, &answer);
    httpd_check(conn, &answer, 200, "soon", "/after");
    if (!answer.after)
        play_fail(play, "work after the response is not told by END");
    persistd_probe(play->control, 0);
    persistd_take_idle(play->control, 0);
    if (common_now_us() / 1000 - began < AFTER_MS)
        play_fail(play, "IDLE comes while the work goes on");
    httpd_hello(conn, "the next request");
}

/* ---- files ---- */

/* Writes a file with the pattern's first bytes. Returns its path. */
static const char *make_file(play_t *play)
{
    const char *path = launch_path(LAUNCH_FILE);
    FILE *file = fopen(path, "we");
    size_t n = file ? fwrite(pattern(), 1, PASSED, file) : 0;
    if (!file || fclose(file) != 0 || n != PASSED)
        play_fail(play, "a file of ours: %s", strerror(errno));
    return path;
}

static void check_passed(conn_t *conn, const httpd_answer_t *answer)
{
    static char bytes[PASSED];
    play_t *play = conn->play;
    struct stat passed;
    if (conn->passed < 0)
        play_fail(play, "FILE has no descriptor");
    if (fstat(conn->passed, &passed) != 0 || !S_ISREG(passed.st_mode))
        play_fail(play, "the descriptor of FILE is no regular file's");
    if (answer->file.offset != 0 || answer->file.length != PASSED)
        play_fail(play, "FILE has another offset or length");
    if (pread(conn->passed, bytes, PASSED, 0) != (ssize_t)PASSED ||
        memcmp(bytes, pattern(), PASSED) != 0)
        play_fail(play, "the descriptor of FILE is another file's");
}

void rule_file(play_t *play)
{
    httpd_answer_t answer;
    if (!(play->ready.features & WIRE_FEATURE_FILE))
        play_skip(play, "READY does not offer feature 1");
    conn_t *conn = httpd_open(play, 0, WIRE_FEATURE_FILE);
    get(conn, "/file", make_file(play), &answer);
    httpd_check(conn, &answer, 200, "", "/file");
    if (answer.files != 1)
        play_fail(play, "want one FILE, got %u", answer.files);
    check_passed(conn, &answer);
    if (conn->bursts != 1)
        play_fail(play, "head, file and end come in several writes");
}

void rule_file_bytes(play_t *play)
{
    httpd_answer_t answer;
    conn_t *conn = httpd_open(play, 0, 0);
    get(conn, "/file", make_file(play), &answer);
    if (answer.files > 0 || conn->passed >= 0)
        play_fail(play, "FILE on a connection without feature 1");
    check_pattern(conn, &answer, PASSED, "/file");
}
