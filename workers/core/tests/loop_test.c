/* SPDX-License-Identifier: Apache-2.0 */
/* loop_test.c: several threads in one loop. */

#include "player.h"
#include "tap.h"

#include <errno.h>
#include <pthread.h>

#define THREADS 3
#define ROUNDS 400

static player_t player;
static player_conn_t control, data[THREADS];

/* ---- the script ---- */

static pthread_barrier_t both;

/* /meet answers only when two such requests run at a time. */
static void *run(void *worker)
{
    persist_request_t *request = NULL;
    while ((request = persist_worker_next(worker, request))) {
        const char *path = persist_request_variable(request, "PATH_INFO");
        if (strcmp(path, "/meet") == 0)
            pthread_barrier_wait(&both);
        if (strcmp(path, "/wait") == 0) {
            persist_request_info(request, 103, PERSIST_BLOCK("A\0b"));
            while (!persist_request_cancelled(request))
                ;
        }
        persist_request_respond(request, 200, PERSIST_BLOCK("A\0b"), path,
                                strlen(path), 0);
    }
    return errno ? worker : NULL;
}

static int script(persist_worker_t *worker)
{
    pthread_t threads[THREADS];
    void *result;
    int rc = 0;
    pthread_barrier_init(&both, NULL, 2);
    persist_worker_ready(worker, THREADS, NULL, 0);
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, run, worker);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], &result);
        rc |= result != NULL;
    }
    pthread_barrier_destroy(&both);
    return rc;
}

/* ---- httpd's side ---- */

static void at_a_time(void)
{
    player_ask_for(&data[0], "/meet", 1);
    player_ask_for(&data[1], "/meet", 1);
    ok(player_is_answered(&data[0], "/meet"), "two requests run at a time");
    ok(player_is_answered(&data[1], "/meet"), "… and both are answered");
}

static void many(void)
{
    char path[32];
    int good = 0;
    for (unsigned i = 0; i < ROUNDS; i++) {
        for (unsigned c = 0; c < THREADS; c++) {
            snprintf(path, sizeof(path), "/%u-%u", i, c);
            player_ask_for(&data[c], path, i % 128);
        }
        for (unsigned c = 0; c < THREADS; c++) {
            snprintf(path, sizeof(path), "/%u-%u", i, c);
            good += player_is_answered(&data[c], path);
        }
    }
    is_int(good, ROUNDS * THREADS, "no answer is another's");
}

/* Pieces of the next request come while other threads wait: no request may be
 * taken twice or be lost. */
static void in_pieces(void)
{
    msgpack_sbuffer bytes;
    int good = 0;
    msgpack_sbuffer_init(&bytes);
    player_encode_request(&bytes, "/piece", 1);
    for (size_t at = 1; at < bytes.size; at++) {
        for (int c = 0; c < THREADS; c++)
            player_send_bytes(&data[c], bytes.data, at);
        for (int c = 0; c < THREADS; c++)
            player_send_bytes(&data[c], bytes.data + at, bytes.size - at);
        for (int c = 0; c < THREADS; c++)
            good += player_is_answered(&data[c], "/piece");
    }
    is_int(good, (bytes.size - 1) * THREADS, "requests in pieces");
    msgpack_sbuffer_destroy(&bytes);
}

static void probes(void)
{
    wire_probe_t busy = {0}, idle = {1};
    player_ask_for(&data[0], "/wait", 1);
    is_int(player_take(&data[0]), WIRE_INFO, "a request runs");
    player_ask_for(&data[1], "/x", 1);
    ok(player_is_answered(&data[1], "/x"), "another unit is served meanwhile");
    player_send(&control, WIRE_PROBE, &busy);
    player_send(&control, WIRE_PROBE, &idle);
    is_int(player_take(&control), WIRE_IDLE, "PROBE is answered");
    is_int(control.message.as.idle.unit, 1, "… for the idle unit first");
    wire_deadline_t deadline = {{(const uint8_t *)"id-1", 4}};
    player_send(&control, WIRE_DEADLINE, &deadline);
    ok(player_is_answered(&data[0], "/wait"), "the other ends");
    is_int(player_take(&control), WIRE_IDLE,
           "… and then its PROBE is answered");
    is_int(control.message.as.idle.unit, 0, "… for its unit");
}

/* The thread that has received PROBE also takes the request behind it, in some
 * of the rounds, and the others wait already. The request ends after IDLE. */
static void probe_before_request(void)
{
    wire_probe_t idle = {2};
    int good = 0;
    for (unsigned i = 0; i < ROUNDS; i++) {
        player_send(&control, WIRE_PROBE, &idle);
        player_ask_for(&data[0], "/meet", 1);
        good += player_take(&control) == WIRE_IDLE;
        player_ask_for(&data[1], "/meet", 1);
        good += player_is_answered(&data[0], "/meet");
        good += player_is_answered(&data[1], "/meet");
    }
    is_int(good, 3 * ROUNDS, "PROBE needs not wait for a request behind it");
}

/* STOP comes while a request runs. */
static void stop(void)
{
    player_ask_for(&data[0], "/wait", 2);
    is_int(player_take(&data[0]), WIRE_INFO, "a request runs on");
    player_send(&control, WIRE_STOP, NULL);
    wire_deadline_t deadline = {{(const uint8_t *)"id-1", 4}};
    player_send(&control, WIRE_DEADLINE, &deadline);
    ok(player_is_answered(&data[0], "/wait"), "it is answered after STOP");
    is_int(player_finish(&player), 0, "STOP ends all threads");
}

int main(void)
{
    player_start(&player, script, 0);
    player_control(&player, &control);
    is_int(control.message.as.ready.capacity, THREADS,
           "READY: three at a time");
    for (unsigned c = 0; c < THREADS; c++)
        player_data(&player, &data[c], c);
    at_a_time();
    many();
    in_pieces();
    probes();
    probe_before_request();
    stop();
    player_close(&control);
    for (int c = 0; c < THREADS; c++)
        player_close(&data[c]);
    return done_testing();
}
