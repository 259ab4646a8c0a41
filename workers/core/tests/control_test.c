/* SPDX-License-Identifier: Apache-2.0 */
/* control_test.c: the conversation with persistd. */

#include "player.h"
#include "tap.h"

#include <errno.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define UNITS 6

static player_t player;
static player_conn_t control, data;
static char body[1 << 20];
static unsigned status;

static void respond(persist_request_t *request)
{
    persist_request_respond(request, 200, PERSIST_BLOCK("A\0b"), "x", 1, 0);
}

/* Streams until the deadline passes or a body comes. */
static void slow(persist_request_t *request)
{
    char byte;
    persist_request_start(request, 200, PERSIST_BLOCK("A\0b"), 0);
    if (strcmp(persist_request_variable(request, "PATH_INFO"), "/slow") == 0)
        while (!persist_request_cancelled(request))
            ;
    else
        while (persist_request_read(request, &byte, 1) > 0)
            ;
    persist_request_finish(request, 0);
}

/* Lowers the limit to the descriptors that are open, or restores it. */
static void limit(persist_request_t *request, int full)
{
    static rlim_t before;
    struct rlimit files;
    int next = dup(0);
    close(next);
    getrlimit(RLIMIT_NOFILE, &files);
    if (full)
        before = files.rlim_cur;
    files.rlim_cur = full ? (rlim_t)next : before;
    setrlimit(RLIMIT_NOFILE, &files);
    respond(request);
}

static int loop(persist_worker_t *worker)
{
    persist_request_t *request = NULL;
    while ((request = persist_worker_next(worker, request))) {
        const char *path = persist_request_variable(request, "PATH_INFO");
        if (strcmp(path, "/x") == 0)
            respond(request);
        else if (strcmp(path, "/full") == 0 || strcmp(path, "/room") == 0)
            limit(request, path[1] == 'f');
        else
            slow(request);
    }
    return errno;
}

static int script(persist_worker_t *worker)
{
    static const char files[] = "/srv/app.c\0/srv/lib.c";
    if (persist_worker_ready(worker, 0, NULL, 0) == 0 ||
        persist_worker_ready(worker, 1025, NULL, 0) == 0 ||
        persist_worker_ready(worker, UNITS, files, sizeof(files)) < 0 ||
        persist_worker_by_length(worker) < 0)
        return 1;
    return loop(worker);
}

static void probe(unsigned unit)
{
    wire_probe_t question = {unit};
    player_send(&control, WIRE_PROBE, &question);
}

static void ready(void)
{
    const wire_ready_t *said = &control.message.as.ready;
    is_int(said->capacity, UNITS, "READY has the capacity");
    is_int(said->files.count, 2, "READY has the files");
    ok(said->files.items[1].len == 10 &&
           memcmp(said->files.items[1].data, "/srv/lib.c", 10) == 0,
       "… by their names");
    ok(said->signal > 0, "READY names a signal");
    ok(said->features & WIRE_FEATURE_LENGTH, "READY asks for lengths");
}

static void probes(void)
{
    probe(0);
    is_int(player_take(&control), WIRE_IDLE, "an idle unit reports it");
    is_int(control.message.as.idle.unit, 0, "… with its number");
    player_ask_to_read(&data);
    is_int(player_take(&data), WIRE_RESPONSE, "a request runs on unit 1");
    probe(1);
    probe(1);
    is_int(player_take(&data), WIRE_WANT, "… and waits");
    ok(player_is_silent(&control), "no IDLE while it runs");
    player_end_reading(&data);
    is_int(player_take(&control), WIRE_IDLE, "IDLE when it has ended");
    is_int(control.message.as.idle.unit, 1, "… with its number");
    probe(2);
    is_int(player_take(&control), WIRE_IDLE, "… and another's");
    is_int(control.message.as.idle.unit, 2, "… but no second one");
}

/* PROBE and request come while the worker is at work, and wait in their
 * sockets. */
static void unread_requests(void)
{
    player_conn_t cancelled;
    player_ask_to_read(&data);
    is_int(player_take(&data), WIRE_RESPONSE, "the worker is at work");
    static player_conn_t other;
    player_data(&player, &other, 2);
    player_ask_to_read(&other);
    player_data(&player, &cancelled, 3);
    player_ask(&cancelled, 1);
    shutdown(cancelled.fd, SHUT_WR);
    probe(2);
    player_end_reading(&data);
    is_int(player_take(&other), WIRE_RESPONSE, "a request that waited is run");
    ok(player_is_silent(&control), "PROBE waits for what has come before");
    player_end_reading(&other);
    is_int(player_take(&control), WIRE_IDLE, "… and is answered behind it");
    is_int(control.message.as.idle.unit, 2, "… for its unit");
    is_int(player_take(&cancelled), WIRE_END, "a cancelled request is not run");
    is_int(cancelled.message.as.end.ok, 0, "… but refused");
    is_int(player_take(&cancelled), 0, "… and its connection is closed");
    player_part(&other);
    player_close(&cancelled);
}

/* The next request has always come before the current one ends. */
static void probe_under_load(void)
{
    player_conn_t other, *running = &data, *waiting = &other;
    int rounds;
    player_data(&player, &other, 2);
    player_ask_to_read(running);
    is_int(player_take(running), WIRE_RESPONSE, "there is a request");
    probe(5);
    for (rounds = 0; rounds < 100 && player_is_silent(&control); rounds++) {
        player_conn_t *ended = running;
        player_ask_to_read(waiting);
        player_end_reading(running);
        player_take(waiting);
        running = waiting;
        waiting = ended;
    }
    ok(rounds < 100, "… at every moment, and yet PROBE is answered");
    is_int(player_take(&control), WIRE_IDLE, "… by IDLE");
    player_end_reading(running);
    player_part(&other);
}

/* A connection that cannot be accepted keeps the listening socket ready. */
static void probe_without_descriptors(void)
{
    player_conn_t late;
    player_ask_for(&data, "/full", 1);
    player_response(&data, &status, body);
    player_data(&player, &late, 0);
    player_ask(&late, 1);
    probe(0);
    is_int(player_take(&control), WIRE_IDLE, "IDLE without descriptors");
    ok(player_reads_error(&player, "can't be accepted: Too many open files"),
       "the log tells why a client waits");
    player_ask_for(&data, "/room", 1);
    player_response(&data, &status, body);
    is_int(player_response(&late, &status, body), 1,
           "the waiting client is served");
    player_close(&late);
}

static void deadline(void)
{
    wire_deadline_t other = {{(const uint8_t *)"id-0", 4}};
    wire_deadline_t this = {{(const uint8_t *)"id-1", 4}};
    player_ask_for(&data, "/slow", 3);
    is_int(player_take(&data), WIRE_RESPONSE, "a slow request runs");
    player_send(&control, WIRE_DEADLINE, &other);
    player_send(&control, WIRE_DEADLINE, &this);
    is_int(player_take(&data), WIRE_END, "its deadline cancels it");
    is_int(data.message.as.end.ok, 1, "… and the script ends it its own way");
}

static void fork_is_refused(void)
{
    player_send(&control, WIRE_FORK, NULL);
    is_int(player_take(&control), WIRE_CLONED, "FORK is answered");
    is_int(control.message.as.cloned.refused, 1, "… by a refusal");
}

/* A new persistd connects while the old connection is still open. */
static void adoption(void)
{
    player_conn_t old = control;
    player_control(&player, &control);
    is_int(control.message.as.ready.capacity, UNITS,
           "the new one gets READY too");
    is_int(player_take(&old), 0, "the old connection is closed");
    player_close(&old);
    probe(UNITS - 1);
    is_int(player_take(&control), WIRE_IDLE, "the new one is answered");
    probe(UNITS);
    is_int(player_take(&control), 0, "PROBE beyond the capacity ends it");
    player_close(&control);
    player_control(&player, &control);
    player_ask(&data, 4);
    is_int(player_response(&data, &status, body), 1, "lost and adopted again");
}

/* STOP comes while a request runs. */
static void stop(void)
{
    player_ask_to_read(&data);
    is_int(player_take(&data), WIRE_RESPONSE, "a request runs");
    is_int(player_take(&data), WIRE_WANT, "… and waits");
    player_send(&control, WIRE_STOP, NULL);
    player_end_reading(&data);
    is_int(data.message.as.end.ok, 1, "… well");
    is_int(player_finish(&player), 0, "then the worker ends");
}

/* ---- a script that ends its own loop after one request ---- */

static int one_and_leave(persist_worker_t *worker)
{
    persist_request_t *request = persist_worker_next(worker, NULL);
    respond(request);
    persist_worker_leave(worker, request);
    return 0;
}

static void leaving(void)
{
    player_start(&player, one_and_leave, 0);
    player_control(&player, &control);
    player_data(&player, &data, 0);
    player_ask(&data, 1);
    is_int(player_response(&data, &status, body), 1, "one request is answered");
    is_int(player_take(&control), WIRE_LEAVING, "then the worker is leaving");
    player_ask(&data, 2);
    is_int(player_take(&data), WIRE_END, "a late request is refused");
    is_int(data.message.as.end.ok, 0, "… before anything is sent");
    is_int(data.message.as.end.after, 0, "… and nothing goes on");
    player_ask(&data, 3);
    is_int(player_take(&data), WIRE_END, "… on a connection that stays");
    player_close(&control);
    player_close(&data);
    is_int(player_finish(&player), 0, "without persistd it does not wait");
}

/* LEAVING comes before the response, so persistd has it before httpd can send
 * another request. */
static void leaving_before_refusing(void)
{
    msgpack_sbuffer bytes;
    msgpack_sbuffer_init(&bytes);
    player_start(&player, one_and_leave, 0);
    player_control(&player, &control);
    player_data(&player, &data, 0);
    player_encode_request(&bytes, "/x", 1);
    player_encode_request(&bytes, "/x", 2);
    player_send_bytes(&data, bytes.data, bytes.size);
    is_int(player_response(&data, &status, body), 1, "the first is answered");
    is_int(player_take(&data), WIRE_END, "the next is refused");
    ok(!player_is_silent(&control), "… when LEAVING has been sent");
    player_send(&control, WIRE_STOP, NULL);
    is_int(player_finish(&player), 0, "… and STOP ends the worker");
    player_close(&control);
    player_close(&data);
    msgpack_sbuffer_destroy(&bytes);
}

static void leaving_in_order(void)
{
    player_start(&player, one_and_leave, 0);
    player_control(&player, &control);
    player_data(&player, &data, 0);
    player_ask(&data, 1);
    player_response(&data, &status, body);
    player_take(&control);
    player_conn_t old = control;
    player_control(&player, &control);
    is_int(player_take(&control), WIRE_LEAVING,
           "a new persistd gets LEAVING, too");
    player_send(&control, WIRE_STOP, NULL);
    is_int(player_finish(&player), 0, "STOP ends a leaving worker");
    player_close(&old);
    player_close(&control);
    player_close(&data);
}

int main(void)
{
    player_start(&player, script, 0);
    player_control(&player, &control);
    ready();
    player_data(&player, &data, 1);
    probes();
    unread_requests();
    probe_under_load();
    probe_without_descriptors();
    deadline();
    fork_is_refused();
    adoption();
    stop();
    player_close(&control);
    player_close(&data);
    leaving();
    leaving_before_refusing();
    leaving_in_order();
    return done_testing();
}
