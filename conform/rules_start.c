/* SPDX-License-Identifier: Apache-2.0 */
/* rules_start.c: PERSIST_WORKER, OPEN and READY. */

#include "rules.h"

#include "httpd.h"
#include "persistd.h"

#include "wire_limits.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#define QUIET_MS 100

static void check_files(play_t *play, const wire_list_t *files)
{
    for (size_t i = 0; i < files->count; i++) {
        if (files->items[i].len == 0 || files->items[i].data[0] != '/')
            play_fail(play, "READY names a file by no absolute path");
    }
}

void rule_ready(play_t *play)
{
    const wire_ready_t *ready = &persistd_adopt(play)->message.as.ready;
    if (ready->version != WIRE_VERSION)
        play_fail(play, "READY has version %" PRIu64, ready->version);
    check_files(play, &ready->files);
    httpd_hello_anew(play, "a request");
}

static void check_same(play_t *play, const wire_ready_t *ready)
{
    if (ready->version != WIRE_VERSION ||
        ready->capacity != play->ready.capacity ||
        (play->ready.signal && ready->signal != play->ready.signal))
        play_fail(play, "READY has another version, capacity or signal now");
}

/* Checks READY on a new connection, and each later one on that connection. */
void rule_ready_again(play_t *play)
{
    conn_t *control = persistd_adopt(play);
    check_same(play, &control->message.as.ready);
    httpd_hello_anew(play, "a request");
    while (!conn_is_silent(control, QUIET_MS)) {
        wire_kind_t kind = conn_take(control);
        if (kind == WIRE_READY)
            check_same(play, &control->message.as.ready);
        else if (kind != WIRE_FILES)
            play_fail(play, "%s comes unasked", wire_kind_name(kind));
    }
}

void rule_adoption(play_t *play)
{
    conn_t *data = httpd_open(play, 0, 0);
    conn_close(persistd_adopt(play));
    httpd_hello(data, "a request without a control connection");
    conn_t *before = persistd_connect(play, launch_path(LAUNCH_SOCKET));
    persistd_adopt(play);
    while (persistd_take(before))
        ; /* until the connection ends */
    persistd_probe(play->control, 0);
    persistd_take_idle(play->control, 0);
    httpd_hello(data, "a request behind another control connection");
}

static void open_and_end(play_t *play, const wire_open_t *open,
                         const char *what)
{
    conn_t *conn = conn_open(play);
    conn_send(conn, WIRE_OPEN, open);
    conn_take_end(conn, what);
    conn_close(conn);
}

void rule_wrong_version(play_t *play)
{
    open_and_end(play, &(wire_open_t){0, WIRE_ROLE_DATA, 0, 0}, "version 0");
    open_and_end(play, &(wire_open_t){WIRE_VERSION + 1, WIRE_ROLE_DATA, 0, 0},
                 "the next version");
    open_and_end(play, &(wire_open_t){UINT32_MAX, WIRE_ROLE_CONTROL, 0, 0},
                 "version 2^32-1");
    httpd_hello_anew(play, "a new connection, afterwards");
}

/* The first unit that the worker does not have. One that takes requests ahead
 * has more than its capacity. */
static unsigned first_beyond(const play_t *play)
{
    return play->ready.features & WIRE_FEATURE_AHEAD
               ? WIRE_AHEAD_UNITS
               : (unsigned)play->ready.capacity;
}

void rule_wrong_unit(play_t *play)
{
    unsigned beyond = first_beyond(play);
    conn_t *idle = httpd_open(play, (unsigned)play->ready.capacity - 1, 0);
    open_and_end(play, &(wire_open_t){WIRE_VERSION, 0, 0, beyond},
                 "the first unit beyond the capacity");
    open_and_end(play, &(wire_open_t){WIRE_VERSION, 0, 0, UINT32_MAX},
                 "unit 2^32-1");
    persistd_adopt(play);
    persistd_probe(play->control, beyond);
    conn_take_end(play->control, "PROBE for a unit beyond the capacity");
    conn_close(play->control);
    httpd_hello(idle, "a connection of the last unit, afterwards");
}

static void start(play_t *play, unsigned version, int listen_fd)
{
    const launch_how_t how = {version, listen_fd};
    conn_close_all(play, 0);
    launch_kill(&play->launch);
    if (launch_start(&play->launch, &how) != 0)
        play_fail(play, "the worker's process: %s", strerror(errno));
}

void rule_other_version(play_t *play)
{
    start(play, WIRE_VERSION + 98, WIRE_LISTEN_FD);
    if (!launch_wait(&play->launch, play->options->patience_ms))
        play_fail(play, "the worker does not end");
    if (play->launch.exit_status == 0)
        play_fail(play, "the worker ends with status 0");
    if (!launch_has_output(&play->launch))
        play_fail(play, "the worker writes nothing to standard error");
}

void rule_listen_fd(play_t *play)
{
    start(play, WIRE_VERSION, WIRE_LISTEN_FD + 4);
    persistd_adopt(play);
    httpd_hello_anew(play, "a request");
}
