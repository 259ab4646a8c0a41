/* SPDX-License-Identifier: Apache-2.0 */
/* ahead_test.c: a worker that runs one request at a time takes one ahead, with
 * a token. */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "player.h"
#include "tap.h"

#include "common_clock.h"
#include "common_descriptors.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define CONNECTIONS 1000

static player_t player;
static player_conn_t control, data;

/* ---- the worker ---- */

/* A child of the script reports how many tokens it has. */
static int child_tokens(void)
{
    int wait_status = -1;
    pid_t pid = fork();
    if (pid == 0)
        _exit(player_tokens(getpid()));
    waitpid(pid, &wait_status, 0);
    return WEXITSTATUS(wait_status);
}

static void read_body(persist_request_t *request)
{
    char byte;
    persist_request_start(request, 200, PERSIST_BLOCK("A\0b"), 0);
    while (persist_request_read(request, &byte, 1) > 0)
        continue;
    persist_request_finish(request, 0);
}

/* Answers with a number, "1" at first: how many requests have run. */
static int script(persist_worker_t *worker)
{
    persist_request_t *request = NULL;
    char text[16];
    for (int runs = 1; (request = persist_worker_next(worker, request));
         runs++) {
        const char *path = persist_request_variable(request, "PATH_INFO");
        int number = strcmp(path, "/fork") == 0 ? child_tokens() : runs;
        int n = snprintf(text, sizeof(text), "%d", number);
        if (strcmp(path, "/sleep") == 0)
            usleep(1000);
        if (strcmp(path, "/read") == 0)
            read_body(request);
        else
            persist_request_respond(request, 200, PERSIST_BLOCK("A\0b"), text,
                                    (size_t)n, 0);
    }
    return 0;
}

static int four(persist_worker_t *worker)
{
    return persist_worker_ready(worker, 4, NULL, 0) < 0 ? 1 : script(worker);
}

/* Asynchronous, and gets no request. */
static int pump(persist_worker_t *worker)
{
    persist_request_t *request;
    if (persist_worker_ready(worker, 1, NULL, 0) < 0)
        return 1;
    struct pollfd set = {.fd = persist_worker_fd(worker), .events = POLLIN};
    while (persist_worker_pump(worker, &request) != PERSIST_STOP)
        poll(&set, 1, -1);
    return 0;
}

static int one_and_leave(persist_worker_t *worker)
{
    persist_request_t *request = persist_worker_next(worker, NULL);
    persist_request_respond(request, 200, PERSIST_BLOCK("A\0b"), "1", 1, 0);
    persist_worker_leave(worker, request);
    return 0;
}

/* ---- what it offers ---- */

static void start(player_script_t *of)
{
    player_start(&player, of, 0);
    player_control(&player, &control);
}

static void stop(void)
{
    player_send(&control, WIRE_STOP, NULL);
    is_int(player_finish(&player), 0, "the worker ends");
    player_close(&control);
}

static int is_offered(void)
{
    return (control.message.as.ready.features & WIRE_FEATURE_AHEAD) != 0;
}

static void others_offer_nothing(void)
{
    start(four);
    ok(!is_offered(), "a worker of four units does not offer feature 64");
    stop();
    start(pump);
    ok(!is_offered(), "nor does an asynchronous one");
    stop();
}

/* ---- OPEN ---- */

static void probe(unsigned unit)
{
    const wire_probe_t question = {unit};
    player_send(&control, WIRE_PROBE, &question);
}

static void refuses_unit_8(void)
{
    player_conn_t conn;
    wire_token_drop(player_ahead(&player, &conn, WIRE_AHEAD_UNITS));
    is_int(player_take(&conn), 0, "OPEN for unit 8 is refused");
    player_close(&conn);
    probe(WIRE_AHEAD_UNITS);
    is_int(player_take(&control), 0, "… so is PROBE");
    player_close(&control);
    player_control(&player, &control);
}

static void open_passing(player_conn_t *conn, unsigned features, int fd)
{
    const wire_open_t open = {WIRE_VERSION, WIRE_ROLE_DATA, features, 1};
    player_connect(&player, conn);
    if (fd < 0)
        player_send(conn, WIRE_OPEN, &open);
    else
        player_send_passing(conn, WIRE_OPEN, &open, &fd, 1);
}

static void is_no_token(int fd, const char *what)
{
    player_conn_t conn;
    open_passing(&conn, WIRE_FEATURE_AHEAD, fd);
    is_int(player_take(&conn), 0, what);
    ok(player_reads_error(&player, "without the token that it promises"),
       "… and a line says why");
    player_close(&conn);
}

static void refuses_bad_tokens(void)
{
    int ends[2], unsealed = memfd_create("persist-token", MFD_CLOEXEC);
    if (pipe(ends) < 0 || unsealed < 0 || ftruncate(unsealed, 4096) < 0)
        bail_out("no descriptors");
    is_no_token(-1, "OPEN without the token is refused");
    is_no_token(ends[0], "… with a pipe, too");
    is_no_token(unsealed, "… and with memory that may be cut");
    is_int(player_tokens(player.pid), 0, "it is not mapped");
    close(ends[0]);
    close(ends[1]);
    close(unsealed);
}

/* The pipe ends when the worker has closed what was passed. */
static void drops_strays(void)
{
    player_conn_t conn;
    int ends[2];
    char byte;
    if (pipe(ends) < 0)
        bail_out("pipe");
    open_passing(&conn, 0, ends[1]);
    close(ends[1]);
    player_ask(&conn, 1);
    ok(player_is_answered(&conn, "1"), "OPEN with a stray descriptor is taken");
    is_int(read(ends[0], &byte, 1), 0, "… which the worker has closed");
    close(ends[0]);
    player_close(&conn);
}

static void needs_no_token(void)
{
    player_conn_t conn;
    int fd;
    wire_token_t *token = wire_token_make(&fd);
    open_passing(&conn, 0, fd);
    close(fd);
    player_ask(&conn, 1);
    ok(player_is_answered(&conn, "2"),
       "a token that OPEN does not promise means nothing");
    wire_token_drop(token);
    player_close(&conn);
}

/* ---- two requests at a time ---- */

/* The worker is at work at unit 0 until player_end_reading(&data). */
static void occupy(void)
{
    player_ask_to_read(&data);
    is_int(player_take(&data), WIRE_RESPONSE, "a request of unit 0 runs");
    is_int(player_take(&data), WIRE_WANT, "… and waits");
}

static void ask_ahead(player_conn_t *conn, wire_token_t *token)
{
    wire_token_offer(token);
    player_ask(conn, 7);
}

static void runs_in_turn(player_conn_t *conn, wire_token_t *token)
{
    occupy();
    ask_ahead(conn, token);
    int64_t before = common_now_us();
    is_int(token->state, WIRE_TOKEN_OFFERED, "one of unit 1 waits");
    player_end_reading(&data);
    ok(player_is_answered(conn, "4"), "it runs behind that");
    is_int(token->state, WIRE_TOKEN_TAKEN, "… and has been taken");
    ok(token->taken_us >= before && token->taken_us <= common_now_us(),
       "… at the time that the token says");
}

static void is_refused(player_conn_t *conn, const char *what)
{
    is_int(player_take(conn), WIRE_END, what);
    is_int(conn->message.as.end.ok, 0, "… but refused");
}

static void runs_no_withdrawn(player_conn_t *conn, wire_token_t *token)
{
    player_conn_t other;
    wire_token_t *its = player_ahead(&player, &other, 1);
    occupy();
    ask_ahead(conn, token);
    ok(wire_token_withdraw(token), "a request of unit 1 is withdrawn");
    ask_ahead(&other, its);
    probe(1);
    player_end_reading(&data);
    is_refused(conn, "it is not run");
    ok(player_is_answered(&other, "6"),
       "the next one is, on another connection");
    is_int(player_take(&control), WIRE_IDLE, "PROBE is answered");
    ask_ahead(conn, token);
    ok(player_is_answered(conn, "7"), "… and the one after it on this");
    wire_token_drop(its);
    player_part(&other);
}

static void idle_behind_the_request(player_conn_t *conn, wire_token_t *token)
{
    occupy();
    wire_token_offer(token);
    player_ask_to_read(conn);
    probe(1);
    player_end_reading(&data);
    is_int(player_take(conn), WIRE_RESPONSE, "a request of unit 1 runs");
    is_int(player_take(conn), WIRE_WANT, "… and waits");
    ok(player_is_silent(&control), "PROBE of unit 1 waits for it");
    player_end_reading(conn);
    is_int(player_take(&control), WIRE_IDLE, "… and is answered behind it");
    is_int(control.message.as.idle.unit, 1, "… for unit 1");
}

static void idle_behind_the_refusal(player_conn_t *conn, wire_token_t *token)
{
    occupy();
    ask_ahead(conn, token);
    wire_token_withdraw(token);
    probe(1);
    player_end_reading(&data);
    is_int(player_take(&control), WIRE_IDLE, "PROBE of unit 1 is answered");
    ok(!player_is_silent(conn), "… behind what was withdrawn");
    is_refused(conn, "that is not run");
}

static void two_at_a_time(void)
{
    player_conn_t conn;
    player_data(&player, &data, 0);
    wire_token_t *token = player_ahead(&player, &conn, 1);
    runs_in_turn(&conn, token);
    runs_no_withdrawn(&conn, token);
    idle_behind_the_request(&conn, token);
    idle_behind_the_refusal(&conn, token);
    is_int(player_tokens(player.pid), 1, "the worker has one token");
    player_ask_for(&data, "/fork", 1);
    ok(player_is_answered(&data, "0"), "… which a child of fork() has not");
    wire_token_drop(token);
    player_part(&conn);
}

/* ---- whether it sleeps ---- */

/* What the worker tells of a request. */
static enum wire_token_sleep told(player_conn_t *conn, wire_token_t *token,
                                  const char *path, unsigned seq)
{
    wire_token_offer(token);
    player_ask_for(conn, path, seq);
    is_int(player_take(conn), WIRE_RESPONSE, "a request is answered");
    return wire_token_sleep(token);
}

/* A busy machine may let it wait for its memory once. */
static int tells_of_none(player_conn_t *conn, wire_token_t *token)
{
    for (int tries = 0; tries < 20; tries++)
        if (told(conn, token, "/", 16) == WIRE_SLEEP_NONE)
            return 1;
    return 0;
}

static void tells_of_sleep(void)
{
    player_conn_t conn;
    wire_token_t *token = player_ahead(&player, &conn, 1);
    ok(tells_of_none(&conn, token), "it did not sleep");
    is_int(told(&conn, token, "/sleep", 32), WIRE_SLEEP_SOME, "it did");
    is_int(told(&conn, token, "/sleep", 33), WIRE_SLEEP_UNKNOWN,
           "nothing is told of most requests");
    ok(tells_of_none(&conn, token), "of each it is told alone");
    wire_token_drop(token);
    player_part(&conn);
}

/* ---- leaks ---- */

static void leaks_nothing(void)
{
    int before = common_descriptors_count(player.pid);
    int answered = 0;
    for (int i = 0; i < CONNECTIONS; i++) {
        player_conn_t conn;
        wire_token_t *token = player_ahead(&player, &conn, 1);
        ask_ahead(&conn, token);
        answered += player_take(&conn) == WIRE_RESPONSE;
        player_part(&conn);
        wire_token_drop(token);
    }
    is_int(answered, CONNECTIONS, "many connections are served");
    is_int(player_tokens(player.pid), 0, "none leaves its token");
    is_int(common_descriptors_count(player.pid), before, "… or a descriptor");
}

/* ---- the end ---- */

static void leaving(void)
{
    player_conn_t conn;
    start(one_and_leave);
    wire_token_t *token = player_ahead(&player, &conn, 1);
    ask_ahead(&conn, token);
    ok(player_is_answered(&conn, "1"), "a worker answers one request");
    is_int(player_take(&control), WIRE_LEAVING, "… and leaves");
    ask_ahead(&conn, token);
    is_refused(&conn, "the next is not run");
    ok(wire_token_withdraw(token), "… and its token is left to httpd");
    wire_token_drop(token);
    stop();
    player_close(&conn);
}

int main(void)
{
    if (!wire_token_is_known()) {
        puts("1..0 # SKIP this system has no tokens");
        return 0;
    }
    others_offer_nothing();
    start(script);
    ok(is_offered(), "a worker of one thread offers feature 64");
    is_int(control.message.as.ready.capacity, 1, "… with the capacity 1");
    refuses_unit_8();
    refuses_bad_tokens();
    drops_strays();
    needs_no_token();
    two_at_a_time();
    tells_of_sleep();
    leaks_nothing();
    stop();
    player_close(&data);
    leaving();
    return done_testing();
}
