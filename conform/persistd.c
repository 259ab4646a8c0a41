/* SPDX-License-Identifier: Apache-2.0 */
/* persistd.c: control connections, see persistd.h. */

#include "persistd.h"

#include "common_clock.h"

#include "wire_limits.h"

#include <errno.h>
#include <signal.h>
#include <string.h>

static void send_open(conn_t *control)
{
    const wire_open_t open = {WIRE_VERSION, WIRE_ROLE_CONTROL, 0, 0};
    conn_send(control, WIRE_OPEN, &open);
}

conn_t *persistd_connect(play_t *play, const char *path)
{
    conn_t *control = conn_open_at(play, path);
    send_open(control);
    conn_take_kind(control, WIRE_READY, "a control OPEN");
    return control;
}

conn_t *persistd_adopt(play_t *play)
{
    conn_t *before = play->control;
    play->control = persistd_connect(play, launch_path(LAUNCH_SOCKET));
    if (before)
        conn_close(before);
    return play->control;
}

static void take_first_ready(play_t *play)
{
    persistd_adopt(play);
    const wire_ready_t *ready = &play->control->message.as.ready;
    play->ready =
        (play_ready_t){ready->capacity, ready->features, ready->signal};
}

static void adopt(play_t *play)
{
    persistd_adopt(play);
}

/* A worker that does not answer a new control connection is replaced. */
int persistd_begin(play_t *play)
{
    const launch_how_t usual = {WIRE_VERSION, WIRE_LISTEN_FD};
    int alive = play->launch.pid > 0 && !launch_wait(&play->launch, 0);
    if (alive && play->control && persistd_is_silent(play->control, 0))
        return 0;
    if (alive && play_run(play, adopt, 0) == PLAY_PASSED)
        return 0;
    conn_close_all(play, 0);
    launch_kill(&play->launch);
    if (launch_start(&play->launch, &usual) != 0) {
        snprintf(play->why, sizeof(play->why), "the worker's process: %s",
                 strerror(errno));
        return -1;
    }
    return play_run(play, take_first_ready, 0) == PLAY_PASSED ? 0 : -1;
}

wire_kind_t persistd_take(conn_t *control)
{
    wire_kind_t kind;
    do
        kind = conn_take(control);
    while (kind == WIRE_FILES || kind == WIRE_READY);
    return kind;
}

void persistd_take_kind(conn_t *control, wire_kind_t kind, const char *what)
{
    conn_check_kind(control, persistd_take(control), kind, what);
}

/* Returns the first message within the time, or CONN_WAIT. */
static wire_kind_t take_within(conn_t *control, int ms)
{
    int64_t end = common_now_us() / 1000 + ms;
    for (;;) {
        int left = (int)(end - common_now_us() / 1000);
        if (conn_is_silent(control, left > 0 ? left : 0))
            return CONN_WAIT;
        wire_kind_t kind = conn_poll(control, 0);
        if (kind != WIRE_FILES && kind != WIRE_READY && kind != CONN_WAIT)
            return kind;
    }
}

int persistd_is_silent(conn_t *control, int ms)
{
    return take_within(control, ms) == CONN_WAIT;
}

void persistd_stays_quiet(play_t *play, int ms, const char *when)
{
    wire_kind_t kind = take_within(play->control, ms);
    if (kind != CONN_WAIT)
        play_fail(play, "%s comes %s",
                  kind ? wire_kind_name(kind) : "the end of control", when);
}

void persistd_probe(conn_t *control, unsigned unit)
{
    const wire_probe_t probe = {unit};
    conn_send(control, WIRE_PROBE, &probe);
}

void persistd_take_idle(conn_t *control, unsigned unit)
{
    persistd_take_kind(control, WIRE_IDLE, "PROBE");
    if (control->message.as.idle.unit != unit)
        play_fail(control->play, "PROBE(%u) is answered by IDLE(%llu)", unit,
                  (unsigned long long)control->message.as.idle.unit);
}

void persistd_late(play_t *play, const char *request_id)
{
    const wire_deadline_t deadline = {
        {(const uint8_t *)request_id, strlen(request_id)}};
    conn_send(play->control, WIRE_DEADLINE, &deadline);
    if (play->ready.signal > 0)
        kill(play->launch.pid, (int)play->ready.signal);
}

void persistd_reap(play_t *play, const char *what)
{
    if (!launch_wait(&play->launch, play->options->patience_ms))
        play_fail(play, "%s does not end the worker", what);
    if (play->launch.exit_status < 0)
        play_fail(play, "%s: the worker has died of a signal", what);
    if (play->launch.exit_status != 0)
        play_fail(play, "%s: the worker's exit status is %d, not 0", what,
                  play->launch.exit_status);
}
