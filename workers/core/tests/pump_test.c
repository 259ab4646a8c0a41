/* SPDX-License-Identifier: Apache-2.0 */
/* pump_test.c: an asynchronous worker has many requests at a time in one
 * thread, and no pieces of input make it wait. */

#include "player.h"
#include "pump_script.h"
#include "tap.h"

#include <sys/resource.h>
#include <sys/stat.h>

#define ROUNDS 200

static player_t player;
static player_conn_t control, data[PUMP_UNITS];

static int get(unsigned c, const char *path)
{
    player_ask_for(&data[c], path, 1);
    return player_is_answered(&data[c], path);
}

static void at_a_time(void)
{
    int good = 0;
    for (unsigned c = 1; c < PUMP_UNITS; c++)
        player_ask_for(&data[c], "/held", c);
    for (int i = 0; i < ROUNDS; i++)
        good += get(0, "/x");
    is_int(good, ROUNDS, "one unit is served while the others are busy");
    ok(get(0, "/release"), "they are released");
    for (unsigned c = good = 1; c < PUMP_UNITS; c++)
        good += player_is_answered(&data[c], "/held");
    is_int(good, PUMP_UNITS, "all requests were with the worker at a time");
}

static void in_pieces(void)
{
    msgpack_sbuffer bytes;
    int good = 0;
    msgpack_sbuffer_init(&bytes);
    player_encode_request(&bytes, "/piece", 1);
    for (size_t at = 1; at < bytes.size; at++) {
        player_send_bytes(&data[0], bytes.data, at);
        good += get(1, "/x"); /* so that the worker has read the piece */
        player_send_bytes(&data[0], bytes.data + at, bytes.size - at);
        good += player_is_answered(&data[0], "/piece");
    }
    is_int(good, 2 * ((int)bytes.size - 1), "requests in pieces");
    msgpack_sbuffer_destroy(&bytes);
}

static void post(player_conn_t *conn, const char *text)
{
    wire_request_t request = {
        .seq = 1,
        .variables = {(const uint8_t *)"PATH_INFO\0/sum", 15},
        .body_mode = WIRE_BODY_PULLED,
        .body = {(const uint8_t *)text, strlen(text)},
        .request_id = {(const uint8_t *)"id-2", 4}};
    player_send(conn, WIRE_REQUEST, &request);
}

/* The frame of a BODY, in two pieces, the worker having read the first. */
static int body_in_pieces(size_t at)
{
    static const wire_body_t last = {{(const uint8_t *)"abc", 3}, WIRE_LAST};
    msgpack_sbuffer bytes;
    msgpack_sbuffer_init(&bytes);
    player_encode(&bytes, WIRE_BODY, &last);
    if (at < bytes.size) {
        post(&data[0], "x");
        if (player_take(&data[0]) != WIRE_WANT)
            bail_out("no WANT");
        player_send_bytes(&data[0], bytes.data, at);
        int good = get(1, "/x");
        player_send_bytes(&data[0], bytes.data + at, bytes.size - at);
        at = good && player_is_answered(&data[0], "4 414 end");
    }
    msgpack_sbuffer_destroy(&bytes);
    return (int)at;
}

static void bodies(void)
{
    int good = 0;
    for (size_t at = 1; at < 13; at++)
        good += body_in_pieces(at) == 1;
    is_int(good, 12, "a body in pieces");
    wire_body_t broken = {{NULL, 0}, WIRE_BROKEN};
    post(&data[0], "x");
    is_int(player_take(&data[0]), WIRE_WANT, "the script wants a body");
    ok(get(1, "/x"), "others are served while it waits for that");
    player_send(&data[0], WIRE_BODY, &broken);
    ok(player_is_answered(&data[0], "1 120 Input/output error"),
       "a broken body is an error");
}

static void late_and_probes(void)
{
    wire_probe_t busy = {0}, idle = {1};
    wire_deadline_t deadline = {{(const uint8_t *)"id-1", 4}};
    player_ask_for(&data[0], "/wait", 1);
    ok(get(2, "/x"), "a request waits");
    player_send(&control, WIRE_PROBE, &busy);
    player_send(&control, WIRE_PROBE, &idle);
    is_int(player_take(&control), WIRE_IDLE, "PROBE is answered");
    is_int(control.message.as.idle.unit, 1, "… for the idle unit");
    player_send(&control, WIRE_DEADLINE, &deadline);
    ok(player_is_answered(&data[0], "late"), "the soft deadline is reported");
    is_int(player_take(&control), WIRE_IDLE, "the other PROBE is answered");
    is_int(control.message.as.idle.unit, 0, "… when the unit is idle");
}

/* The next request is sent before the first is over. */
static void early(void)
{
    int good = 0;
    for (int i = 0; i < ROUNDS; i++) {
        player_ask_for(&data[0], "/x", 1);
        player_ask_for(&data[0], "/y", 2);
        good += player_is_answered(&data[0], "/x") &&
                player_is_answered(&data[0], "/y");
    }
    is_int(good, ROUNDS, "a request that comes early is not lost");
}

/* The lowest number that is free in the worker. */
static rlim_t next_descriptor(void)
{
    char path[64];
    struct stat about;
    rlim_t fd = 0;
    do
        snprintf(path, sizeof(path), "/proc/%d/fd/%u", player.pid,
                 (unsigned)fd++);
    while (lstat(path, &about) == 0);
    return fd - 1;
}

static void without_descriptors(void)
{
    struct rlimit limit, none;
    player_conn_t conn;
    prlimit(player.pid, RLIMIT_NOFILE, NULL, &limit);
    none = (struct rlimit){next_descriptor(), limit.rlim_max};
    prlimit(player.pid, RLIMIT_NOFILE, &none, NULL);
    player_data(&player, &conn, 7);
    player_ask_for(&conn, "/x", 1);
    ok(get(0, "/x"), "without free descriptors, connections are served");
    prlimit(player.pid, RLIMIT_NOFILE, &limit, NULL);
    ok(player_is_answered(&conn, "/x"), "later a new one is, too");
    player_close(&conn);
}

static void stop(void)
{
    player_send(&control, WIRE_STOP, NULL);
    ok(player_reads_error(&player, "late 1, gone 0"), "STOP is reported");
    is_int(player_finish(&player), 0, "the worker ends");
}

int main(void)
{
    player_start(&player, pump_script, 0);
    player_control(&player, &control);
    is_int(control.message.as.ready.capacity, PUMP_UNITS,
           "READY tells the capacity");
    for (unsigned c = 0; c < PUMP_UNITS; c++)
        player_data(&player, &data[c], c);
    at_a_time();
    in_pieces();
    bodies();
    late_and_probes();
    early();
    without_descriptors();
    stop();
    player_close(&control);
    for (int c = 0; c < PUMP_UNITS; c++)
        player_close(&data[c]);
    return done_testing();
}
