/* SPDX-License-Identifier: Apache-2.0 */
/* response_test.c: requests without a body, and every way to answer one. */

#include "player.h"
#include "tap.h"

#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

#define PLAIN PERSIST_BLOCK("Content-Type\0text/plain")
#define LARGE (700u << 10)

static player_t player;
static player_conn_t control, data;
static char body[1 << 20];
static unsigned status;

/* ---- the script: PATH_INFO chooses what it does ---- */

static int whole(persist_request_t *request)
{
    char text[128];
    int n =
        snprintf(text, sizeof(text), "%s %s", persist_request_method(request),
                 persist_request_id(request));
    return persist_request_respond(request, 200, PLAIN, text, (size_t)n, 0);
}

static int stream(persist_request_t *request)
{
    return persist_request_start(request, 201, PLAIN, 0) ||
           persist_request_write(request, "one ", 4) ||
           persist_request_write(request, "", 0) ||
           persist_request_write(request, "two", 3) ||
           persist_request_finish(request, 0);
}

static int large(persist_request_t *request)
{
    static char text[LARGE];
    memset(text, 'x', sizeof(text));
    return persist_request_respond(request, 200, PLAIN, text, sizeof(text), 0);
}

/* Sends as much as fits into one frame. */
static int fitting(persist_request_t *request)
{
    static char text[WIRE_BODY_MAX];
    return persist_request_respond(request, 200, PLAIN, text, sizeof(text), 0);
}

static int unfinished(persist_request_t *request)
{
    return persist_request_start(request, 200, PLAIN, 0) ||
           persist_request_write(request, "half", 4);
}

static int abort_after(persist_request_t *request)
{
    return persist_request_start(request, 200, PLAIN, 0) ||
           persist_request_abort(request, PERSIST_AFTER);
}

static int hints(persist_request_t *request)
{
    return persist_request_info(request, 103,
                                PERSIST_BLOCK("Link\0</a.css>")) ||
           persist_request_log(request, 4, "a line", 6) || whole(request);
}

/* Counts the interim responses that are accepted; one more is refused. */
static int many_hints(persist_request_t *request)
{
    char count = 0;
    while (persist_request_info(request, 103, PERSIST_BLOCK("A\0b")) == 0)
        count++;
    if (errno != ERANGE)
        count = 0;
    return persist_request_respond(request, 200, PLAIN, &count, 1, 0);
}

static int after(persist_request_t *request)
{
    return persist_request_respond(request, 200, PLAIN, "a", 1, PERSIST_AFTER);
}

static int large_after(persist_request_t *request)
{
    static char text[LARGE];
    return persist_request_respond(request, 200, PLAIN, text, sizeof(text),
                                   PERSIST_AFTER);
}

/* Answers with the number of the first misuse that was not refused as it
 * should be. */
static int misuse(persist_request_t *request)
{
    static const struct {
        unsigned status;
        const char *headers;
        size_t len;
    } wrong[] = {{199, PERSIST_BLOCK("A\0b")},
                 {600, PERSIST_BLOCK("A\0b")},
                 {200, PERSIST_BLOCK("A b\0c")},
                 {200, PERSIST_BLOCK("A:\0c")},
                 {200, PERSIST_BLOCK("\0c")},
                 {200, PERSIST_BLOCK("A\0b\r\nSet-Cookie: x")},
                 {200, PERSIST_BLOCK("A\0b\x7f")},
                 {200, PERSIST_BLOCK("A")},
                 {200, "A\0b", 3}};
    char text[8] = "0";
    for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++)
        if (persist_request_respond(request, wrong[i].status, wrong[i].headers,
                                    wrong[i].len, "", 0, 0) == 0 ||
            errno != EINVAL)
            snprintf(text, sizeof(text), "%zu", i + 1);
    if (persist_request_write(request, "x", 1) == 0 || errno != EINVAL)
        strcpy(text, "write");
    persist_request_respond(request, 200, PLAIN, text, strlen(text), 0);
    if (persist_request_respond(request, 200, PLAIN, "", 0, 0) == 0 ||
        errno != EALREADY)
        return 1;
    return persist_request_finish(request, 0) == 0 || errno != EALREADY;
}

static int too_many_headers(persist_request_t *request)
{
    static char block[4 * (PERSIST_HEADERS_MAX + 1)];
    for (size_t i = 0; i < sizeof(block); i += 4)
        memcpy(block + i, "A\0b", 4);
    if (persist_request_respond(request, 200, block, sizeof(block), "", 0, 0) ==
            0 ||
        errno != E2BIG)
        return 1;
    return persist_request_respond(request, 200, block, sizeof(block) - 4,
                                   "accepted", 8, 0);
}

/* Reports what it saw on a connection that is read until its end. */
static int until_cancelled(persist_request_t *request)
{
    if (persist_request_cancelled(request))
        return 1;
    persist_request_start(request, 200, PLAIN, 0);
    while (!persist_request_cancelled(request))
        ;
    return persist_request_log(request, 3, "gone", 4) ||
           (persist_request_write(request, "seen", 4) < 0 && errno != EPIPE);
}

static int fault(persist_request_t *request)
{
    if (persist_request_respond(request, 404, PLAIN, "", 0, PERSIST_FAULT) ==
            0 ||
        errno != EINVAL)
        return 1;
    return persist_request_respond(request, 504, PLAIN, "late", 4,
                                   PERSIST_FAULT | PERSIST_CGI);
}

static int nothing(persist_request_t *request)
{
    (void)request;
    return 0;
}

static const struct {
    const char *path;
    int (*answer)(persist_request_t *request);
} pages[] = {{"/x", whole},
             {"/stream", stream},
             {"/large", large},
             {"/fitting", fitting},
             {"/unfinished", unfinished},
             {"/hints", hints},
             {"/many", many_hints},
             {"/after", after},
             {"/large-after", large_after},
             {"/abort-after", abort_after},
             {"/misuse", misuse},
             {"/headers", too_many_headers},
             {"/cancel", until_cancelled},
             {"/fault", fault},
             {"/nothing", nothing}};

static int script(persist_worker_t *worker)
{
    persist_request_t *request = NULL;
    int rc = 0;
    while ((request = persist_worker_next(worker, request))) {
        const char *path = persist_request_variable(request, "PATH_INFO");
        for (size_t i = 0; i < sizeof(pages) / sizeof(*pages); i++)
            if (strcmp(path, pages[i].path) == 0)
                rc |= pages[i].answer(request);
    }
    return errno ? 2 : rc;
}

/* ---- httpd's side ---- */

static size_t get(const char *path)
{
    player_ask_for(&data, path, 7);
    return player_response(&data, &status, body);
}

static void many_requests(void)
{
    int good = 1;
    for (unsigned i = 0; i < 300 && good; i++) {
        player_ask(&data, i * 0x01234567u);
        size_t n = player_response(&data, &status, body);
        good = status == 200 && n == 8 &&
               data.message.as.response.seq == i * 0x01234567u;
    }
    ok(good, "300 requests on one connection, each with its seq");
    ok(memcmp(body, "GET id-1", 8) == 0, "the script saw method and id");
}

static void answers(void)
{
    is_int(get("/stream"), 7, "a stream comes whole");
    ok(status == 201 && memcmp(body, "one two", 7) == 0, "… in order");
    is_int(get("/large"), LARGE, "a large body comes in several frames");
    player_ask_for(&data, "/fitting", 1);
    is_int(player_take(&data), WIRE_RESPONSE, "what fits into a frame");
    is_int(data.message.as.response.body.len, WIRE_BODY_MAX, "… is in it");
    is_int(data.message.as.response.flags, WIRE_COMPLETE, "… and no more");
    is_int(get("/nothing"), 29, "no response is a 500");
    is_int(status, 500, "… with this status");
    is_int(get("/unfinished"), 4, "an unfinished stream");
    is_int(status, 0, "… is aborted");
    is_int(get("/misuse"), 1, "misuse is refused before anything is sent");
    ok(body[0] == '0', "… each with EINVAL");
    is_int(get("/headers"), 8, "too many headers are refused");
}

static uint64_t flags_of(player_conn_t *conn, const char *path)
{
    player_ask_for(conn, path, 7);
    while (player_take(conn) == WIRE_LOG)
        ;
    return conn->message.as.response.flags;
}

static void faults(void)
{
    player_conn_t new;
    const wire_open_t open = {WIRE_VERSION, WIRE_ROLE_DATA, WIRE_FEATURE_FAULT,
                              0};
    player_connect(&player, &new);
    player_send(&new, WIRE_OPEN, &open);
    is_int(flags_of(&new, "/fault"), WIRE_COMPLETE | WIRE_FAILED,
           "an answer for a script that has failed is marked");
    is_int(flags_of(&new, "/nothing"), WIRE_COMPLETE | WIRE_FAILED,
           "… also the library's own");
    is_int(flags_of(&new, "/x"), WIRE_COMPLETE, "… and no other");
    is_int(flags_of(&data, "/fault"), WIRE_COMPLETE,
           "an httpd without the feature gets no mark");
    player_close(&new);
}

static void interim(void)
{
    player_ask_for(&data, "/hints", 9);
    is_int(player_take(&data), WIRE_INFO, "INFO comes first");
    is_int(data.message.as.info.status, 103, "… with its status");
    is_int(data.message.as.info.seq, 9, "… and its request's number");
    is_int(player_take(&data), WIRE_LOG, "LOG comes between");
    is_int(data.message.as.log.level, 4, "… with its level");
    is_int(player_response(&data, &status, body), 8, "then the response");
    player_ask_for(&data, "/many", 10);
    while (player_take(&data) == WIRE_INFO)
        ;
    is_int(data.message.as.response.body.data[0], 16,
           "there are sixteen INFO at most");
}

static void work_after(void)
{
    player_ask_for(&data, "/after", 1);
    is_int(player_take(&data), WIRE_RESPONSE, "RESPONSE that is not complete");
    is_int(data.message.as.response.flags, 0, "… has no flag");
    is_int(player_take(&data), WIRE_END, "END follows");
    is_int(data.message.as.end.after, 1,
           "… and has the flag that work goes on");
    is_int(get("/large-after"), LARGE, "the same for a large body");
    is_int(data.message.as.end.after, 1, "… and its END");
    get("/abort-after");
    is_int(data.message.as.end.ok, 0, "… and for an aborted stream");
    is_int(data.message.as.end.after, 1, "… and its END");
}

/* Sends OPEN and REQUEST in two writes, split at each byte. */
static void split_everywhere(void)
{
    msgpack_sbuffer bytes;
    msgpack_sbuffer_init(&bytes);
    wire_open_t open = {WIRE_VERSION, WIRE_ROLE_DATA, 0, 0};
    player_encode(&bytes, WIRE_OPEN, &open);
    player_encode_request(&bytes, "/x", 3);
    size_t good = 0;
    for (size_t at = 1; at < bytes.size; at++) {
        player_conn_t conn;
        player_connect(&player, &conn);
        player_send_bytes(&conn, bytes.data, at);
        player_ask(&data, 0); /* answered: the worker has taken in the first */
        player_response(&data, &status, body);
        player_send_bytes(&conn, bytes.data + at, bytes.size - at);
        good += player_response(&conn, &status, body) == 8 && status == 200;
        player_close(&conn);
    }
    is_int(good, bytes.size - 1, "split at every byte");
    msgpack_sbuffer_destroy(&bytes);
}

static void one_byte_at_a_time(void)
{
    msgpack_sbuffer bytes;
    msgpack_sbuffer_init(&bytes);
    player_encode_request(&bytes, "/x", 4);
    for (size_t i = 0; i < bytes.size; i++)
        player_send_bytes(&data, bytes.data + i, 1);
    is_int(player_response(&data, &status, body), 8, "byte by byte");
    msgpack_sbuffer_destroy(&bytes);
}

/* Sends the left-over BODY frames of one request and the next request in one
 * write. */
static void coalesced(void)
{
    msgpack_sbuffer bytes;
    wire_body_t left_over = {{(const uint8_t *)"xxxx", 4}, WIRE_LAST};
    int good = 0;
    msgpack_sbuffer_init(&bytes);
    for (unsigned seq = 1; seq <= 3; seq++) {
        player_encode_request(&bytes, "/x", seq);
        player_encode(&bytes, WIRE_BODY, &left_over);
    }
    player_send_bytes(&data, bytes.data, bytes.size);
    for (unsigned seq = 1; seq <= 3; seq++) {
        player_response(&data, &status, body);
        good += status == 200 && data.message.as.response.seq == seq;
    }
    is_int(good, 3, "coalesced frames are all handled");
    msgpack_sbuffer_destroy(&bytes);
}

static void cancel(void)
{
    player_conn_t conn;
    player_data(&player, &conn, 0);
    player_ask_for(&conn, "/cancel", 5);
    is_int(player_take(&conn), WIRE_RESPONSE, "a stream has begun");
    shutdown(conn.fd, SHUT_WR);
    is_int(player_take(&conn), WIRE_LOG, "a half-close shows as cancelled");
    is_int(player_take(&conn), WIRE_BODY, "… and the script may go on");
    is_int(player_take(&conn), WIRE_END, "… and the stream is ended");
    is_int(player_take(&conn), 0, "… and the connection is closed");
    player_close(&conn);
}

static void gone(void)
{
    player_conn_t conn;
    player_data(&player, &conn, 0);
    player_ask_for(&conn, "/cancel", 6);
    is_int(player_take(&conn), WIRE_RESPONSE, "a stream has begun");
    player_close(&conn);
    ok(player_reads_error(&player, "] gone\n"),
       "what httpd can't log any more goes to stderr");
}

int main(void)
{
    player_start(&player, script, 0);
    player_control(&player, &control);
    const wire_ready_t *ready = &control.message.as.ready;
    is_int(ready->version, WIRE_VERSION, "READY names the version");
    is_int(ready->capacity, 1, "READY offers one request at a time");
    ok(ready->sdk.len == 8 && memcmp(ready->sdk.data, "test 1.0", 8) == 0,
       "READY names the SDK");
    player_data(&player, &data, 0);
    many_requests();
    answers();
    faults();
    interim();
    work_after();
    one_byte_at_a_time();
    coalesced();
    split_everywhere();
    cancel();
    gone();
    player_send(&control, WIRE_STOP, NULL);
    is_int(player_finish(&player), 0, "STOP ends the loop");
    player_close(&control);
    player_close(&data);
    return done_testing();
}
