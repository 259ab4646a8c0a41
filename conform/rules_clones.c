/* SPDX-License-Identifier: Apache-2.0 */
/* rules_clones.c: FORK and clones. */

#include "rules.h"

#include "httpd.h"
#include "persistd.h"

#include "wire_limits.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* Sends FORK for a clone that listens on LAUNCH_CLONE. Returns whether the
 * worker refused. With given_up, the socket is shut down first. */
static int order(play_t *play, int given_up)
{
    int listener = launch_listen(launch_path(LAUNCH_CLONE));
    if (listener < 0)
        play_fail(play, "a socket for the clone: %s", strerror(errno));
    if (given_up)
        shutdown(listener, SHUT_RDWR);
    const int fds[] = {listener, fileno(play->launch.output)};
    conn_send_passing(play->control, WIRE_FORK, NULL, fds, 2);
    close(listener);
    persistd_take_kind(play->control, WIRE_CLONED, "FORK");
    return play->control->message.as.cloned.refused != 0;
}

static void check_offered(play_t *play)
{
    if (!(play->ready.features & WIRE_FEATURE_CLONE))
        play_skip(play, "READY does not offer feature 2");
    persistd_adopt(play);
}

/* Returns the clone's control connection, with READY taken. Skips the rule if
 * there is no clone. */
static conn_t *make_clone(play_t *play)
{
    check_offered(play);
    if (order(play, 0))
        play_skip(play, "the worker has threads, or refuses to be copied");
    conn_t *control = persistd_connect(play, launch_path(LAUNCH_CLONE));
    pid_t pid = conn_peer(control);
    if (pid > 0 && pid != play->launch.pid)
        launch_guard(pid);
    return control;
}

static void check_process(play_t *play, pid_t pid)
{
    if (pid == 0)
        return; /* unknown on this system */
    if (pid == play->launch.pid)
        play_fail(play, "the worker listens on the clone's socket itself");
    if (getpgid(pid) != pid)
        play_fail(play, "the clone is not in a process group of its own");
}

static void clone_serves(play_t *play)
{
    const wire_open_t open = {WIRE_VERSION, WIRE_ROLE_DATA, 0, 0};
    conn_t *conn = conn_open_at(play, launch_path(LAUNCH_CLONE));
    conn_send(conn, WIRE_OPEN, &open);
    httpd_hello(conn, "a request to the clone");
}

void rule_clone(play_t *play)
{
    check_offered(play);
    conn_t *idle = httpd_open(play, 0, 0);
    httpd_hello(idle, "a request to the worker");
    conn_t *control = make_clone(play);
    pid_t pid = conn_peer(control);
    check_process(play, pid);
    clone_serves(play);
    httpd_hello(idle, "a request to the worker, after the clone was made");
    conn_send(control, WIRE_STOP, NULL);
    while (persistd_take(control))
        ; /* until the clone has ended */
    httpd_hello(idle, "a request to the worker, after the clone's end");
}

void rule_clone_refused(play_t *play)
{
    check_offered(play);
    if (!order(play, 1))
        play_fail(play, "FORK for a socket that was shut down is carried out");
    conn_send(play->control, WIRE_FORK, NULL);
    persistd_take_kind(play->control, WIRE_CLONED, "FORK without descriptors");
    if (!play->control->message.as.cloned.refused)
        play_fail(play, "FORK without descriptors is carried out");
    httpd_hello_anew(play, "a request");
}

/* Kills the worker while the clone lives. */
void rule_clone_connections(play_t *play)
{
    check_offered(play);
    conn_t *idle = httpd_open(play, 0, 0);
    httpd_hello(idle, "a request to the worker");
    make_clone(play);
    kill(play->launch.pid, SIGKILL);
    launch_wait(&play->launch, play->options->patience_ms);
    conn_take_end(idle, "the worker's death, with a clone alive,");
    if (conn_is_accepted(play, launch_path(LAUNCH_SOCKET)))
        play_fail(play, "the clone listens on the worker's socket");
}
