/* SPDX-License-Identifier: Apache-2.0 */
/* orphan_test.c: a worker without a persistd ends, whatever its script does.
 * PERSIST_ORPHAN_SECONDS is 1 here; the tests wait for events. */

#include "common_clock.h"
#include "player.h"
#include "tap.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

static player_t player;
static player_conn_t control, data;
static char body[1 << 20];
static unsigned status;

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

/* Stays in user code for twice PERSIST_ORPHAN_SECONDS. */
static int late(persist_worker_t *worker)
{
    for (int i = 0; i < 25; i++)
        poll(NULL, 0, 100);
    return loop(worker);
}

static void pass_ms(int64_t ms)
{
    int64_t end = common_now_us() + ms * 1000;
    while (common_now_us() < end)
        poll(NULL, 0, 1);
}

/* Answers when its loop has been made to end, and needs a while to end itself.
 */
static int tidy(persist_worker_t *worker)
{
    persist_request_t *request = persist_worker_next(worker, NULL);
    persist_request_start(request, 200, PERSIST_BLOCK("A\0b"), 0);
    persist_request_flush(request);
    pass_ms(2200);
    persist_request_finish(request, 0);
    int rc = persist_worker_next(worker, request) ? 1 : errno;
    pass_ms(300);
    return rc;
}

static void ends_loop(void)
{
    player_start(&player, loop, 0);
    is_int(player_finish(&player), 0, "never adopted: the loop ends");
    player_start(&player, loop, 0);
    player_control(&player, &control);
    player_data(&player, &data, 0);
    player_close(&control);
    player_ask(&data, 1);
    is_int(player_response(&data, &status, body), 1,
           "without persistd requests are served");
    is_int(player_finish(&player), 0, "… until the patience is over");
    player_close(&data);
}

static void adopted(void)
{
    player_start(&player, loop, 0);
    player_control(&player, &control);
    player_close(&control);
    player_control(&player, &control);
    player_data(&player, &data, 0);
    for (int i = 0; i < 25; i++) {
        poll(NULL, 0, 100);
        player_ask(&data, 1);
        if (player_response(&data, &status, body) != 1)
            break;
    }
    is_int(status, 200, "an adopted worker stays");
    player_send(&control, WIRE_STOP, NULL);
    is_int(player_finish(&player), 0, "… until STOP");
    player_close(&data);
    player_close(&control);
}

static void is_killed(const char *name)
{
    int wait_status = player_finish(&player);
    ok(WIFSIGNALED(wait_status) && WTERMSIG(wait_status) == SIGKILL, name);
}

static void hangs(void)
{
    player_start(&player, hang_before_loop, 0);
    is_killed("a script that hangs before its loop is killed");
    player_start(&player, hang, 0);
    player_control(&player, &control);
    player_data(&player, &data, 0);
    player_ask(&data, 1);
    is_int(player_take(&data), WIRE_RESPONSE, "a script hangs in a request");
    player_close(&data);
    player_close(&control);
    is_killed("… and is killed when persistd and httpd are gone");
}

/* httpd is alive, so the client may still wait for the rest. */
static void client_waits(void)
{
    player_start(&player, hang, 0);
    player_control(&player, &control);
    player_data(&player, &data, 0);
    player_ask(&data, 1);
    player_take(&data);
    player_close(&control);
    struct pollfd end = {.fd = data.fd, .events = POLLIN};
    is_int(poll(&end, 1, 3000), 0, "a request with a client is not killed");
    player_close(&data);
    is_killed("… before the client goes");
}

static void ends_after_client(void)
{
    player_start(&player, tidy, 0);
    player_control(&player, &control);
    player_data(&player, &data, 0);
    player_ask(&data, 1);
    player_take(&data);
    player_close(&control);
    is_int(player_take(&data), WIRE_END, "a late request is finished");
    is_int(player_finish(&player), 0, "… and then the script has time to end");
    player_close(&data);
}

/* A control connection that waits to be accepted counts: the script is only
 * slow. */
static void adopted_while_busy(void)
{
    player_start(&player, late, 0);
    player_control(&player, &control);
    ok(1, "READY comes when a slow script is in its loop");
    player_data(&player, &data, 0);
    player_ask(&data, 1);
    is_int(player_response(&data, &status, body), 1, "… and it serves");
    player_send(&control, WIRE_STOP, NULL);
    is_int(player_finish(&player), 0, "… and ends in order");
    player_close(&data);
    player_close(&control);
}

int main(void)
{
    setenv("PERSIST_ORPHAN_SECONDS", "1", 1);
    ends_loop();
    adopted();
    hangs();
    client_waits();
    ends_after_client();
    adopted_while_busy();
    return done_testing();
}
