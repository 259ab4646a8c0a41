/* SPDX-License-Identifier: Apache-2.0 */
/* rules_life.c: PROBE, children, and the ways in which a worker ends. */

#include "rules.h"

#include "httpd.h"
#include "persistd.h"

#include <signal.h>

#define QUIET_MS 100
/* Around WIRE_ORPHAN_SECONDS. */
#define ORPHAN_LEAST_MS 25000
#define ORPHAN_MOST_MS 35000

static conn_t *begin_sleep(play_t *play, const char *ms, httpd_answer_t *answer)
{
    const httpd_request_t request = {.path = "/sleep", .query = ms};
    conn_t *conn = httpd_open(play, 0, 0);
    httpd_ask(conn, &request, answer);
    return conn;
}

/* ---- PROBE ---- */

/* The worker sends the response before IDLE. So the response has arrived when
 * IDLE has, however slow the machine is. */
static void take_idle_behind(play_t *play, conn_t *conn, httpd_answer_t *answer)
{
    persistd_take_idle(play->control, 0);
    if (conn_is_silent(conn, 0))
        play_fail(play, "IDLE comes before the response to a request that was "
                        "there before PROBE");
    httpd_finish(conn, answer);
    httpd_check(conn, answer, 200, "slept", "/sleep");
}

void rule_probe(play_t *play)
{
    httpd_answer_t answer;
    unsigned last = (unsigned)play->ready.capacity - 1;
    persistd_adopt(play);
    persistd_probe(play->control, last);
    persistd_take_idle(play->control, last);
    conn_t *conn = begin_sleep(play, "300", &answer);
    persistd_stays_quiet(play, QUIET_MS, "unasked");
    persistd_probe(play->control, 0);
    take_idle_behind(play, conn, &answer);
    persistd_stays_quiet(play, QUIET_MS, "a second time");
}

/* The worker is stopped meanwhile, so that request and PROBE arrive together.
 */
void rule_probe_arrived(play_t *play)
{
    httpd_answer_t answer;
    persistd_adopt(play);
    launch_pause(&play->launch);
    conn_t *conn = begin_sleep(play, "300", &answer);
    persistd_probe(play->control, 0);
    launch_resume(&play->launch);
    take_idle_behind(play, conn, &answer);
}

/* ---- children ---- */

/* Kills the worker but not its children. Its connections must end then, and
 * nobody may listen on its socket. A new child may take its time to close them,
 * one after the other. */
static void nothing_is_held(play_t *play, const char *path)
{
    httpd_answer_t answer;
    conn_t *control = persistd_adopt(play);
    conn_t *idle = httpd_open(play, 0, 0);
    conn_t *conn = httpd_open(play, 0, 0);
    httpd_hello(idle, "a request");
    httpd_get(conn, path, NULL, &answer);
    httpd_check_offered(conn, &answer);
    httpd_check(conn, &answer, 200, NULL, path);
    kill(play->launch.pid, SIGKILL);
    launch_wait(&play->launch, play->options->patience_ms);
    conn_take_end(conn, "the worker's death, with a child alive,");
    conn_take_end(idle, "the worker's death, with a child alive,");
    conn_take_end(control, "the worker's death, with a child alive,");
    conn_take_refusal(play, launch_path(LAUNCH_SOCKET),
                      "a child that listens on the worker's socket");
}

void rule_fork_hygiene(play_t *play)
{
    nothing_is_held(play, "/fork");
}

void rule_exec_hygiene(play_t *play)
{
    nothing_is_held(play, "/exec");
}

/* ---- ends ---- */

void rule_stop(play_t *play)
{
    conn_t *idle = httpd_open(play, 0, 0);
    httpd_hello(idle, "a request");
    conn_send(play->control, WIRE_STOP, NULL);
    persistd_reap(play, "STOP");
}

void rule_stop_running(play_t *play)
{
    httpd_answer_t answer;
    conn_t *conn = httpd_begin_upload(play, &answer);
    conn_send(play->control, WIRE_STOP, NULL);
    httpd_upload(conn, "abc", 3, &answer);
    httpd_check(conn, &answer, 200, "abc", "/echo, with STOP behind it");
    persistd_reap(play, "STOP");
}

static void is_refused(conn_t *conn, const char *what)
{
    httpd_answer_t answer;
    httpd_get(conn, "/hello", NULL, &answer);
    if (!answer.refused)
        play_fail(conn->play, "%s is not refused", what);
}

void rule_leaving(play_t *play)
{
    httpd_answer_t answer;
    persistd_adopt(play);
    conn_t *idle = httpd_open(play, 0, 0);
    conn_t *conn = httpd_open(play, 0, 0);
    httpd_hello(idle, "a request");
    httpd_get(conn, "/exit", NULL, &answer);
    httpd_check(conn, &answer, 200, "bye", "/exit");
    is_refused(conn, "a request behind the end of the loop");
    if (persistd_is_silent(play->control, 0))
        play_fail(play, "a request is refused before LEAVING is sent");
    is_refused(idle, "one on another connection");
    is_refused(httpd_open(play, 0, 0), "one on a new connection");
    persistd_adopt(play);
    persistd_take_kind(play->control, WIRE_LEAVING,
                       "a new persistd of a worker that leaves");
    if (launch_wait(&play->launch, QUIET_MS))
        play_fail(play, "the worker ends without STOP");
}

void rule_orphan(play_t *play)
{
    conn_t *data = httpd_open(play, 0, 0);
    persistd_adopt(play);
    httpd_hello(data, "a request");
    conn_close(play->control);
    if (launch_wait(&play->launch, ORPHAN_LEAST_MS))
        play_fail(play, "the worker ends in less than %d seconds",
                  ORPHAN_LEAST_MS / 1000);
    httpd_hello(data, "a request without a control connection");
    launch_wait(&play->launch, ORPHAN_MOST_MS - ORPHAN_LEAST_MS);
    persistd_reap(play, "the loss of the control connection");
}
