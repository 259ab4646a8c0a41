/* SPDX-License-Identifier: Apache-2.0 */
/* input_test.c: a peer that breaks the protocol loses its connection, and
 * nothing else happens. */

#include "common_descriptors.h"
#include "player.h"
#include "tap.h"

#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

static player_t player;
static player_conn_t control, data;
static char body[1 << 20];
static unsigned status;

static int script(persist_worker_t *worker)
{
    persist_request_t *request = NULL;
    while ((request = persist_worker_next(worker, request)))
        persist_request_respond(request, 200, PERSIST_BLOCK("A\0b"), "x", 1, 0);
    return errno;
}

static void serves_on(const char *after)
{
    player_ask(&data, 1);
    player_response(&data, &status, body);
    is_int(status, 200, after);
}

static void send_and_be_closed(const void *bytes, size_t n, const char *what)
{
    player_conn_t conn;
    player_connect(&player, &conn);
    player_send_bytes(&conn, bytes, n);
    is_int(player_take(&conn), 0, what);
    player_close(&conn);
}

static void raw_bytes(void)
{
    send_and_be_closed("GET / HTTP/1.0\r\n\r\n", 18, "HTTP is no frame");
    send_and_be_closed("\xce\0\0\0\0", 5, "an empty frame");
    send_and_be_closed("\xce\x7f\xff\xff\xff", 5, "a frame of 2 GiB");
    send_and_be_closed("\xce\0\0\0\1\xc0", 6, "nil");
    send_and_be_closed("\xce\0\0\0\5\xdd\xff\xff\xff\xff", 10,
                       "an array of four milliards");
    send_and_be_closed("\xce\0\0\0\2\x91\x09", 7, "END without fields");
}

static void frame_and_be_closed(wire_kind_t kind, const void *fields,
                                const char *what)
{
    msgpack_sbuffer bytes;
    msgpack_sbuffer_init(&bytes);
    player_encode(&bytes, kind, fields);
    send_and_be_closed(bytes.data, bytes.size, what);
    msgpack_sbuffer_destroy(&bytes);
}

static void wrong_openings(void)
{
    wire_open_t version = {2, WIRE_ROLE_DATA, 0, 0};
    wire_open_t unit = {1, WIRE_ROLE_DATA, 0, WIRE_AHEAD_UNITS};
    wire_probe_t probe = {0};
    frame_and_be_closed(WIRE_OPEN, &version, "another version");
    frame_and_be_closed(WIRE_OPEN, &unit,
                        "a unit beyond the capacity and those ahead");
    frame_and_be_closed(WIRE_PROBE, &probe, "PROBE before OPEN");
    frame_and_be_closed(WIRE_STOP, NULL, "STOP before OPEN");
}

static void wrong_kinds(void)
{
    player_conn_t conn;
    wire_end_t end = {.ok = 1};
    player_data(&player, &conn, 0);
    player_send(&conn, WIRE_STOP, NULL);
    is_int(player_take(&conn), 0, "STOP on a data connection");
    player_close(&conn);
    player_data(&player, &conn, 0);
    player_send(&conn, WIRE_END, &end);
    is_int(player_take(&conn), 0, "END from httpd");
    player_close(&conn);
    player_control(&player, &conn);
    player_send(&conn, WIRE_REQUEST, &(wire_request_t){0});
    is_int(player_take(&conn), 0, "REQUEST on a control connection");
    player_close(&conn);
}

static void variables_and_be_closed(const char *variables, size_t len,
                                    const char *what)
{
    player_conn_t conn;
    wire_request_t request = {.variables = {(const uint8_t *)variables, len}};
    player_data(&player, &conn, 0);
    player_send(&conn, WIRE_REQUEST, &request);
    is_int(player_take(&conn), 0, what);
    player_close(&conn);
}

static void malformed_variables(void)
{
    variables_and_be_closed("A", 1, "a name that does not end");
    variables_and_be_closed("A\0b", 3, "a value that does not end");
    variables_and_be_closed("A\0", 2, "a name without a value");
    variables_and_be_closed("A\0b\0C\0", 6, "a last one without a value");
    variables_and_be_closed("A\0\0b\0", 5, "an odd number of NULs");
    variables_and_be_closed("\0b\0", 3, "an empty name");
    variables_and_be_closed("A\0b\0\0\0", 6, "an empty name at the end");
}

static void cut_off(void)
{
    player_conn_t conn;
    player_connect(&player, &conn);
    player_send_bytes(&conn, "\xce\0\0\1\0", 5);
    player_close(&conn);
    ok(player_reads_error(&player, "cut off inside a frame"),
       "a frame cut off is logged");
}

int main(void)
{
    player_start(&player, script, 0);
    player_control(&player, &control);
    player_data(&player, &data, 0);
    serves_on("the worker serves");
    int before = common_descriptors_count(player.pid);
    raw_bytes();
    wrong_openings();
    wrong_kinds();
    malformed_variables();
    cut_off();
    serves_on("the worker still serves");
    player_conn_t again;
    player_control(&player, &again);
    is_int(common_descriptors_count(player.pid), before,
           "no descriptor is left open");
    player_send(&again, WIRE_STOP, NULL);
    is_int(player_finish(&player), 0, "and it ends in order");
    player_close(&again);
    player_close(&control);
    player_close(&data);
    return done_testing();
}
