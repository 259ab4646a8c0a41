/* SPDX-License-Identifier: Apache-2.0 */
/* body_test.c: bodies of requests, inline and pulled. */

#include "player.h"
#include "tap.h"

#include <errno.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define WINDOW (256u << 10)
#define PIECE (64u << 10)
#define TOTAL (4u << 20)

static player_t player;
static player_conn_t control, data;
static char body[1 << 20];
static uint8_t bytes[WIRE_BODY_MAX];

/* ---- the script: reads all; answers with length, sum and how it ended ----
 * The path is found before the body is read, and must stay valid. */

static void count(persist_request_t *request)
{
    char buffer[10000], text[128];
    unsigned long long len = 0, sum = 0;
    const char *path = persist_request_variable(request, "PATH_INFO");
    long n;
    while ((n = persist_request_read(request, buffer, sizeof(buffer))) > 0)
        for (long i = 0; i < n; i++, len++)
            sum += (unsigned char)buffer[i];
    int text_len =
        snprintf(text, sizeof(text), "%s %llu %llu %s", path ? path : "?", len,
                 sum, n == 0 ? "end" : strerror(errno));
    persist_request_respond(request, 200, PERSIST_BLOCK("A\0b"), text,
                            (size_t)text_len, 0);
}

/* Reads one byte, and the rest when the client has gone. */
static void count_late(persist_request_t *request)
{
    char byte;
    if (persist_request_read(request, &byte, 1) == 1)
        while (!persist_request_cancelled(request))
            ;
    count(request);
}

static int script(persist_worker_t *worker)
{
    persist_request_t *request = NULL;
    while ((request = persist_worker_next(worker, request))) {
        const char *path = persist_request_variable(request, "PATH_INFO");
        if (strcmp(path, "/late") == 0)
            count_late(request);
        else if (strcmp(path, "/unread") == 0)
            persist_request_respond(request, 200, PERSIST_BLOCK("A\0b"), "u", 1,
                                    0);
        else
            count(request);
    }
    return 0;
}

/* ---- httpd's side ---- */

static void post(const char *path, enum wire_body_mode mode, const char *text)
{
    char variables[64] = "PATH_INFO";
    size_t len = sizeof("PATH_INFO");
    strcpy(variables + len, path);
    wire_request_t request = {
        .seq = 1,
        .variables = {(const uint8_t *)variables, len + strlen(path) + 1},
        .body_mode = mode,
        .body = {(const uint8_t *)text, strlen(text)},
        .request_id = {(const uint8_t *)"id", 2}};
    player_send(&data, WIRE_REQUEST, &request);
}

static void send_body(size_t n, enum wire_mark mark)
{
    wire_body_t piece = {{bytes, n}, mark};
    player_send(&data, WIRE_BODY, &piece);
}

/* Takes the WANT that must come next. Returns how many bytes it asks for. */
static uint64_t take_want(void)
{
    if (player_take(&data) != WIRE_WANT)
        bail_out("no WANT");
    return data.message.as.want.bytes;
}

static const char *answer(void)
{
    unsigned status;
    size_t n = player_response(&data, &status, body);
    body[n] = '\0';
    return status == 200 ? body : "no answer";
}

static void inline_bodies(void)
{
    post("/none", WIRE_BODY_NONE, "");
    is_str(answer(), "/none 0 0 end", "no body");
    post("/here", WIRE_BODY_HERE, "abc");
    is_str(answer(), "/here 3 294 end", "an inline body");
}

static void pulled_bodies(void)
{
    post("/pull", WIRE_BODY_PULLED, "abc");
    is_int(take_want(), WINDOW, "the first WANT opens the window");
    send_body(5, WIRE_MORE);
    send_body(0, WIRE_MORE);
    send_body(1, WIRE_LAST);
    is_str(answer(), "/pull 9 300 end", "beginning and rest");
    post("/empty", WIRE_BODY_PULLED, "");
    take_want();
    send_body(0, WIRE_LAST);
    is_str(answer(), "/empty 0 0 end", "a pulled body that is empty");
}

/* The credit must never exceed the window. Also counts the WANTs. */
static void long_body(void)
{
    uint64_t sent = 0, credit = 0;
    int within = 1, wants = 0;
    post("/long", WIRE_BODY_PULLED, "");
    while (sent < TOTAL) {
        while (credit < PIECE) {
            credit += take_want();
            wants++;
            within = within && credit <= WINDOW;
        }
        send_body(PIECE, sent + PIECE == TOTAL ? WIRE_LAST : WIRE_MORE);
        sent += PIECE;
        credit -= PIECE;
    }
    while (player_take(&data) == WIRE_WANT)
        ;
    ok(data.message.kind == WIRE_RESPONSE, "4 MiB come through the window");
    ok(within, "… of which there is never more open");
    ok(wants <= (int)(2 * TOTAL / WINDOW) + 2, "… in steps of half a window");
    const wire_bytes_t *text = &data.message.as.response.body;
    ok(memcmp(text->data, "/long 4194304 4194304 end", text->len) == 0,
       "… with each byte");
}

static void unread_body(void)
{
    post("/unread", WIRE_BODY_PULLED, "abc");
    is_str(answer(), "u", "an answer without a look at the body");
    send_body(9, WIRE_LAST);
    post("/here", WIRE_BODY_HERE, "abc");
    is_str(answer(), "/here 3 294 end", "left-over BODY frames are dropped");
}

static void broken_body(void)
{
    post("/broken", WIRE_BODY_PULLED, "");
    take_want();
    send_body(2, WIRE_BROKEN);
    is_str(answer(), "/broken 2 2 Input/output error",
           "a broken body gives what came, then EIO");
    post("/here", WIRE_BODY_HERE, "abc");
    is_str(answer(), "/here 3 294 end", "… and the connection goes on");
}

static void again(void)
{
    is_int(player_take(&data), 0, "… and the connection is closed");
    player_close(&data);
    player_data(&player, &data, 0);
}

static void client_gone(void)
{
    post("/gone", WIRE_BODY_PULLED, "");
    take_want();
    shutdown(data.fd, SHUT_WR);
    is_str(answer(), "/gone 0 0 Broken pipe", "a half-close gives EPIPE");
    again();
}

/* The script ignores what httpd had sent before. */
static void client_gone_before_that(void)
{
    post("/late", WIRE_BODY_PULLED, "");
    take_want();
    send_body(1, WIRE_MORE);
    send_body(5, WIRE_MORE);
    shutdown(data.fd, SHUT_WR);
    is_str(answer(), "/late 0 0 Broken pipe", "… though bytes are there");
    again();
}

/* httpd may give up an upload in the middle of a frame; this is not logged. */
static void cut_off(void)
{
    struct pollfd errors = {.fd = player.errors, .events = POLLIN};
    post("/unread", WIRE_BODY_PULLED, "");
    is_str(answer(), "u", "an answer in the middle of a body");
    player_send_bytes(&data, "\xce\0\0\1\0", 5);
    shutdown(data.fd, SHUT_WR);
    again();
    is_int(poll(&errors, 1, 0), 0, "… without a word in the log");
}

static void protocol_broken(void)
{
    post("/much", WIRE_BODY_PULLED, "");
    take_want();
    send_body(100000, WIRE_MORE);
    send_body(WIRE_BODY_MAX, WIRE_MORE);
    is_str(answer(), "/much 100000 100000 Protocol error",
           "more body than was asked for");
    again();
    post("/other", WIRE_BODY_PULLED, "");
    take_want();
    player_ask(&data, 2);
    is_str(answer(), "/other 0 0 Protocol error", "a REQUEST inside a request");
    again();
}

int main(void)
{
    memset(bytes, 1, sizeof(bytes));
    player_start(&player, script, 0);
    player_control(&player, &control);
    player_data(&player, &data, 0);
    inline_bodies();
    pulled_bodies();
    long_body();
    unread_body();
    broken_body();
    client_gone();
    client_gone_before_that();
    cut_off();
    protocol_broken();
    player_send(&control, WIRE_STOP, NULL);
    is_int(player_finish(&player), 0, "the worker has lived through it");
    player_close(&control);
    player_close(&data);
    return done_testing();
}
