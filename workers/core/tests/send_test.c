/* SPDX-License-Identifier: Apache-2.0 */
/* send_test.c: an asynchronous worker and peers that do not read, or leave. */

#include "player.h"
#include "pump_script.h"
#include "tap.h"

#include <poll.h>
#include <sys/socket.h>

#define PEERS 4
#define ROUNDS 200
#define WAIT_MS 60000 /* of a slow machine */

static player_t player;
static player_conn_t control, data[PEERS];

static int get(unsigned c, const char *path)
{
    player_ask_for(&data[c], path, 1);
    return player_is_answered(&data[c], path);
}

static size_t take_large(player_conn_t *conn)
{
    size_t len = 0;
    if (player_take(conn) != WIRE_RESPONSE)
        return 0;
    while (player_take(conn) == WIRE_BODY)
        len += conn->message.as.body.bytes.len;
    return conn->message.kind == WIRE_END && conn->message.as.end.ok ? len : 0;
}

static void slow_peers(void)
{
    int good = 0;
    for (int c = 0; c < 3; c++)
        player_ask_for(&data[c], "/large", 1);
    for (int i = 0; i < ROUNDS; i++)
        good += get(3, "/x");
    is_int(good, ROUNDS, "others are served while peers do not read");
    for (int c = good = 0; c < 3; c++)
        good += take_large(&data[c]) == PUMP_LARGE;
    is_int(good, 3, "they get all of it when they do");
    ok(get(0, "/x"), "and the next answer");
}

static void leaving_peers(void)
{
    player_ask_for(&data[0], "/large", 1);
    player_ask_for(&data[1], "/wait", 1);
    ok(get(2, "/x"), "two requests have begun");
    player_close(&data[0]);
    shutdown(data[1].fd, SHUT_WR);
    ok(player_is_answered(&data[1], "gone"), "a half-close is reported");
    is_int(player_take(&data[1]), 0, "the connection is closed then");
    player_close(&data[1]);
    for (unsigned c = 0; c < 2; c++)
        player_data(&player, &data[c], c);
    ok(get(0, "/x") && get(1, "/x"), "the units are served again");
}

/* Waits until the worker has begun to answer. It has one thread, so it answers
 * nobody else before the program has written all. */
static void await_answer(const player_conn_t *conn)
{
    struct pollfd set = {.fd = conn->fd, .events = POLLIN};
    is_int(poll(&set, 1, WAIT_MS), 1, "a response begins");
}

/* What the worker can't send at once, it sends after it has closed the request.
 * The descriptor comes with it. */
static void kept_after_close(void)
{
    wire_open_t open = {WIRE_VERSION, WIRE_ROLE_DATA, WIRE_FEATURE_FILE, 5};
    player_conn_t conn;
    size_t len = 0;
    char last = 0;
    player_connect(&player, &conn);
    player_send(&conn, WIRE_OPEN, &open);
    player_ask_for(&conn, "/file", 1);
    await_answer(&conn);
    ok(get(2, "/x"), "others are served");
    is_int(player_take(&conn), WIRE_RESPONSE, "a response with a file begins");
    is_int(player_take(&conn), WIRE_FILE, "the file's frame is first");
    while (player_take(&conn) == WIRE_BODY) {
        wire_bytes_t piece = conn.message.as.body.bytes;
        len += piece.len;
        last = piece.len == 1 ? (char)piece.data[0] : '?';
    }
    is_int(len, PUMP_LARGE / 4 + 2, "all that was kept comes");
    is_int(last, 's', "a second file was refused while something was kept");
    is_int(conn.message.kind, WIRE_END, "and the end");
    player_close(&conn);
}

static void stop(void)
{
    player_ask_for(&data[0], "/large", 1);
    ok(get(1, "/x"), "a response has begun");
    is_int(take_large(&data[0]), PUMP_LARGE, "it is taken");
    player_send(&control, WIRE_STOP, NULL);
    ok(player_reads_error(&player, "a piece kept"),
       "one piece was kept, not more");
    is_int(player_finish(&player), 0, "the worker ends");
}

int main(void)
{
    player_start(&player, pump_script, 0);
    player_control(&player, &control);
    for (unsigned c = 0; c < PEERS; c++)
        player_data(&player, &data[c], c);
    slow_peers();
    leaving_peers();
    kept_after_close();
    stop();
    player_close(&control);
    for (int c = 0; c < PEERS; c++)
        player_close(&data[c]);
    return done_testing();
}
