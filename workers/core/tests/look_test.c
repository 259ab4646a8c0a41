/* SPDX-License-Identifier: Apache-2.0 */
/* look_test.c: a program whose READY names a signal of its own, as in an SDK
 * that raises an exception for it. */

#include "player.h"
#include "tap.h"

#include <errno.h>
#include <signal.h>

static player_t player;
static player_conn_t control, data;
static char body[1 << 20];
static unsigned status;
static volatile sig_atomic_t signals;

static void on_signal(int number)
{
    (void)number;
    signals++;
}

/* Computes, and calls persist_worker_look() only after a signal. */
static void compute(persist_worker_t *worker, persist_request_t *request)
{
    persist_request_log(request, 6, "computes", 8);
    while (!persist_request_late(request)) {
        int before = signals;
        persist_worker_look(worker);
        while (!persist_request_late(request) && signals == before)
            ;
    }
    persist_request_respond(request, 504, PERSIST_BLOCK("A\0b"), "late", 4, 0);
}

static int script(persist_worker_t *worker)
{
    persist_request_t *request = NULL;
    struct sigaction action = {.sa_handler = on_signal};
    sigaction(SIGUSR2, &action, NULL);
    if (persist_worker_signal(worker, 0) == 0 ||
        persist_worker_signal(worker, 65) == 0 || errno != EINVAL ||
        persist_worker_signal(worker, SIGUSR2) < 0)
        return 1;
    while ((request = persist_worker_next(worker, request)))
        if (strcmp(persist_request_variable(request, "PATH_INFO"), "/x") == 0)
            persist_request_respond(
                request, 200, PERSIST_BLOCK("A\0b"),
                persist_request_late(request) ? "late" : "fine", 4, 0);
        else
            compute(worker, request);
    return persist_worker_signal(worker, SIGUSR2) == 0 || errno != EBUSY;
}

static void deadline(void)
{
    const wire_deadline_t deadline = {{(const uint8_t *)"id-1", 4}};
    player_ask_for(&data, "/compute", 1);
    is_int(player_take(&data), WIRE_LOG, "a request computes");
    player_send(&control, WIRE_DEADLINE, &deadline);
    kill(player.pid, SIGUSR2);
    player_response(&data, &status, body);
    is_int(status, 504, "… until its deadline");
}

int main(void)
{
    player_start(&player, script, 0);
    player_control(&player, &control);
    is_int(control.message.as.ready.signal, SIGUSR2, "READY names the signal");
    player_data(&player, &data, 0);
    deadline();
    player_ask(&data, 2);
    player_response(&data, &status, body);
    ok(memcmp(body, "fine", 4) == 0, "the next one with this id is not late");
    player_send(&control, WIRE_STOP, NULL);
    is_int(player_finish(&player), 0, "the worker ends");
    return done_testing();
}
