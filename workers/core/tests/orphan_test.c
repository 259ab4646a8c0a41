/* SPDX-License-Identifier: Apache-2.0 */
/* orphan_test.c: a worker without a persistd ends, whatever its script does.
 * PERSIST_ORPHAN_SECONDS is small here; it is more than a second where
 * something has to be done before it is over. All workers are started before
 * one is waited for. */

#include "common_clock.h"
#include "player.h"
#include "tap.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

/* A worker, and its connections. */
typedef struct scene {
    player_t player;
    player_conn_t control, data;
    int64_t lost_us; /* when the control connection was closed */
} scene_t;

static char body[1 << 20];
static unsigned status;

/* ---- the scripts ---- */

static int loop(persist_worker_t *worker)
{
    persist_request_t *request = NULL;
    while ((request = persist_worker_next(worker, request)))
        persist_request_respond(request, 200, PERSIST_BLOCK("A\0b"), "x", 1, 0);
    return errno;
}

/* Hangs in user code. */
static int hang(persist_worker_t *worker)
{
    persist_request_t *request = persist_worker_next(worker, NULL);
    persist_request_start(request, 200, PERSIST_BLOCK("A\0b"), 0);
    persist_request_flush(request);
    while (request)
        pause();
    return 1;
}

static int hang_before_loop(persist_worker_t *worker)
{
    while (worker)
        pause();
    return 1;
}

/* The ticks of the orphan watch interrupt a wait. */
static void pass_ms(int64_t ms)
{
    int64_t left, end = common_now_us() + ms * 1000;
    while ((left = end - common_now_us()) > 0)
        poll(NULL, 0, (int)(left / 1000) + 1);
}

/* Stays in user code for more than twice a second. */
static int late(persist_worker_t *worker)
{
    pass_ms(2500);
    return loop(worker);
}

/* Answers when its loop has been made to end, by two seconds and a tick, and
 * would have been killed, by three and a tick, if no client waited. Needs a
 * while to end itself: the next tick comes meanwhile. */
static int tidy(persist_worker_t *worker)
{
    persist_request_t *request = persist_worker_next(worker, NULL);
    persist_request_start(request, 200, PERSIST_BLOCK("A\0b"), 0);
    persist_request_flush(request);
    pass_ms(3800);
    persist_request_finish(request, 0);
    int rc = persist_worker_next(worker, request) ? 1 : errno;
    pass_ms(300);
    return rc;
}

/* ---- what all begin with ---- */

static void start(scene_t *scene, player_script_t *script, const char *seconds)
{
    setenv("PERSIST_ORPHAN_SECONDS", seconds, 1);
    player_start(&scene->player, script, 0);
}

/* A control connection that waits to be accepted counts: the worker may be
 * slow. */
static void start_adopted(scene_t *scene, player_script_t *script,
                          const char *seconds)
{
    setenv("PERSIST_ORPHAN_SECONDS", seconds, 1);
    player_start_adopted(&scene->player, script, 0, &scene->control);
    player_data(&scene->player, &scene->data, 0);
}

static void take_ready(scene_t *scene)
{
    if (player_take(&scene->control) != WIRE_READY)
        bail_out("no READY");
}

/* Asks the script, which begins its response; then persistd is gone. */
static wire_kind_t begin_and_lose(scene_t *scene)
{
    take_ready(scene);
    player_ask(&scene->data, 1);
    wire_kind_t kind = player_take(&scene->data);
    scene->lost_us = common_now_us();
    player_close(&scene->control);
    return kind;
}

static void is_killed(scene_t *scene, const char *name)
{
    int wait_status = player_finish(&scene->player);
    ok(WIFSIGNALED(wait_status) && WTERMSIG(wait_status) == SIGKILL, name);
}

/* ---- what becomes of them ---- */

static void serves_without_persistd(scene_t *scene)
{
    take_ready(scene);
    player_close(&scene->control);
    player_ask(&scene->data, 1);
    is_int(player_response(&scene->data, &status, body), 1,
           "without persistd requests are served");
}

static void ends_loop(scene_t *alone, scene_t *served)
{
    is_int(player_finish(&alone->player), 0, "never adopted: the loop ends");
    is_int(player_finish(&served->player), 0,
           "so does that of one that has lost persistd");
    player_close(&served->data);
}

static void is_adopted_again(scene_t *scene)
{
    take_ready(scene);
    player_close(&scene->control);
    player_control(&scene->player, &scene->control);
}

/* Two seconds and a tick are less than what this takes. */
static void stays(scene_t *scene)
{
    for (int i = 0; i < 30; i++) {
        pass_ms(100);
        player_ask(&scene->data, 1);
        if (player_response(&scene->data, &status, body) != 1)
            break;
    }
    is_int(status, 200, "an adopted worker stays");
    player_send(&scene->control, WIRE_STOP, NULL);
    is_int(player_finish(&scene->player), 0, "… until STOP");
    player_close(&scene->data);
    player_close(&scene->control);
}

/* httpd is alive, so the client may still wait for the rest. Without it the
 * worker would be killed after a second and a half, and a tick. */
static void client_waits(scene_t *scene)
{
    struct pollfd end = {.fd = scene->data.fd, .events = POLLIN};
    int64_t left_ms = 3000 - (common_now_us() - scene->lost_us) / 1000;
    is_int(poll(&end, 1, left_ms > 0 ? (int)left_ms : 0), 0,
           "a request with a client is not killed");
    player_close(&scene->data);
    is_killed(scene, "… before the client goes");
}

static void ends_after_client(scene_t *scene)
{
    is_int(player_take(&scene->data), WIRE_END, "a late request is finished");
    is_int(player_finish(&scene->player), 0,
           "… and then the script has time to end");
    player_close(&scene->data);
}

/* The script is only slow. */
static void adopted_while_busy(scene_t *scene)
{
    is_int(player_take(&scene->control), WIRE_READY,
           "READY comes when a slow script is in its loop");
    player_ask(&scene->data, 1);
    is_int(player_response(&scene->data, &status, body), 1, "… and it serves");
    player_send(&scene->control, WIRE_STOP, NULL);
    is_int(player_finish(&scene->player), 0, "… and ends in order");
    player_close(&scene->data);
    player_close(&scene->control);
}

int main(void)
{
    static scene_t alone, served, adopted, early, inside, waited, tidied, busy;
    start(&alone, loop, "3");
    start(&early, hang_before_loop, "1");
    start_adopted(&busy, late, "1");
    start_adopted(&served, loop, "6");
    serves_without_persistd(&served);
    start_adopted(&adopted, loop, "2");
    is_adopted_again(&adopted);
    start_adopted(&inside, hang, "1");
    is_int(begin_and_lose(&inside), WIRE_RESPONSE,
           "a script hangs in a request");
    player_close(&inside.data);
    start_adopted(&waited, hang, "1");
    begin_and_lose(&waited);
    start_adopted(&tidied, tidy, "2");
    begin_and_lose(&tidied);
    stays(&adopted);
    is_killed(&early, "a script that hangs before its loop is killed");
    is_killed(&inside, "that is killed when persistd and httpd are gone");
    client_waits(&waited);
    ends_after_client(&tidied);
    adopted_while_busy(&busy);
    ends_loop(&alone, &served);
    return done_testing();
}
