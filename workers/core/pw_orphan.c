/* SPDX-License-Identifier: Apache-2.0 */
/* pw_orphan.c: the orphan watch ends a worker that has no persistd, even when
 * its script hangs. The loop does not run then, so the watch uses only a
 * signal.
 *
 * The kernel sends the signal for each event on the control connection
 * (F_SETSIG). When that connection ends, a timer with the same signal starts to
 * tick. At each tick the handler checks whether a persistd has adopted the
 * worker, either in the loop or by a control connection that waits to be
 * accepted. After PERSIST_ORPHAN_SECONDS (30) without one, the loop is made to
 * end. After half as long again the process group is killed. That time does not
 * begin while a client waits for a request that runs: httpd is alive then, and
 * starts a new persistd.
 *
 * The handler uses only bare system calls and lock-free atomics. The
 * connections that it accepts are stashed for the loop. */

#include "pw_orphan.h"

#include "common_clock.h"
#include "common_peer.h"
#include "pw_fd.h"
#include "pw_stderr.h"
#include "pw_wake.h"
#include "pw_worker.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define STASH_MAX 64
#define TICKS 3 /* in PERSIST_ORPHAN_SECONDS */

static persist_worker_t *_Atomic worker;
static timer_t timer;
static int64_t patience_us;
static _Atomic int64_t lost_at; /* when persistd was lost; 0: it is there */
static int64_t idle_at; /* since when the script has only to end; 0: it works */
static _Atomic int control_fd;       /* -1: none */
static _Atomic int stash[STASH_MAX]; /* -1: free */
static atomic_flag ticking = ATOMIC_FLAG_INIT;

int pw_orphan_signal(void)
{
    return SIGRTMAX - 2;
}

static void set_timer(int64_t interval_us)
{
    struct timespec interval = {interval_us / 1000000,
                                interval_us % 1000000 * 1000};
    struct itimerspec setting = {interval, interval};
    timer_settime(timer, 0, &setting, NULL);
}

static void lost(void)
{
    int64_t none = 0;
    if (atomic_compare_exchange_strong(&lost_at, &none, common_now_us()))
        set_timer(patience_us / TICKS);
}

static void found(void)
{
    lost_at = 0;
    set_timer(0);
}

static int is_alive(int fd)
{
    return fd >= 0 && !pw_fd_hung_up(fd);
}

void pw_orphan_adopted(int fd)
{
    control_fd = fd;
    found();
    int flags = fcntl(fd, F_GETFL);
    if (flags < 0 || fcntl(fd, F_SETOWN, getpid()) < 0 ||
        fcntl(fd, F_SETSIG, pw_orphan_signal()) < 0 ||
        fcntl(fd, F_SETFL, flags | O_ASYNC) < 0)
        pw_stderr("no signal for control: %s", strerror(errno));
}

void pw_orphan_closed(void)
{
    control_fd = -1;
    lost();
}

/* ---- in the signal handler ---- */

/* Returns 1 if an OPEN of persistd waits on fd: after the prefix a short array
 * whose first elements are kind, version and role, each of one byte. */
static int is_control(int fd)
{
    unsigned char head[WIRE_PREFIX_LEN + 4];
    return recv(fd, head, sizeof(head), MSG_PEEK | MSG_DONTWAIT) ==
               (ssize_t)sizeof(head) &&
           head[WIRE_PREFIX_LEN + 1] == WIRE_OPEN &&
           head[WIRE_PREFIX_LEN + 2] == WIRE_VERSION &&
           head[WIRE_PREFIX_LEN + 3] == WIRE_ROLE_CONTROL &&
           !pw_fd_hung_up(fd) && common_peer_is_own(fd);
}

/* Accepts the connections that wait, as far as the stash has room. */
static void fill_stash(void)
{
    for (int i = 0; i < STASH_MAX; i++) {
        if (stash[i] >= 0)
            continue;
        int fd = pw_fd_accept(worker->listen_fd);
        if (fd < 0)
            return;
        stash[i] = fd;
        pw_wake(worker);
    }
}

static int control_waits(void)
{
    fill_stash();
    for (int i = 0; i < STASH_MAX; i++) {
        int fd = stash[i];
        if (fd >= 0 && is_control(fd))
            return 1;
    }
    return 0;
}

static int client_waits(void)
{
    for (unsigned i = 0; i < worker->count; i++) {
        const pw_conn_t *conn = worker->conns[i];
        int fd = conn->fd;
        if (conn->running && fd >= 0 && !pw_fd_hung_up(fd))
            return 1;
    }
    return 0;
}

/* persist-exec makes the worker the leader of its process group. A worker that
 * was started by hand leads none, and kills only itself. */
static void die(void)
{
    kill(getpgrp() == getpid() ? 0 : getpid(), SIGKILL);
}

/* The loop has been made to end. */
static void end_in_time(int64_t now)
{
    if (client_waits())
        idle_at = 0;
    else if (idle_at == 0)
        idle_at = now;
    else if (now - idle_at >= patience_us / 2)
        die();
}

/* A thread in the loop may lose or adopt a control connection during the tick,
 * so what was read at its beginning is checked again. */
static void on_tick(void)
{
    int fd = control_fd;
    int64_t since = lost_at, now = common_now_us();
    if (since == 0)
        return;
    if (is_alive(fd)) {
        found();
        if (control_fd != fd || !is_alive(fd))
            lost();
    } else if (control_waits()) {
        atomic_compare_exchange_strong(&lost_at, &since, now);
    } else if (now - since >= patience_us) {
        worker->stopped = 1;
        pw_wake(worker);
        end_in_time(now);
    }
}

/* Sends the program's own signal to its main thread. persistd's signal may have
 * gone to another thread, because the main thread had one pending.
 * After STOP none is sent: no request is late then, and a program that ends may
 * have removed its handler, so that the signal would kill it. */
static void on_control(void)
{
    int fd = control_fd;
    worker->attention = 1;
    if (worker->signal && !worker->stopped)
        pthread_kill(worker->opener, worker->signal);
    if (fd >= 0 && !is_alive(fd))
        lost();
}

static void on_signal(int signal, siginfo_t *info, void *context)
{
    (void)signal;
    (void)context;
    int error = errno;
    if (info->si_code == SI_TKILL) /* only ends the opener's wait */
        return;
    if (worker && info->si_code != SI_TIMER)
        on_control();
    else if (worker && !atomic_flag_test_and_set(&ticking)) {
        on_tick();
        atomic_flag_clear(&ticking);
    }
    errno = error;
}

/* ---- start and end ---- */

static int64_t patience(void)
{
    const char *value = getenv("PERSIST_ORPHAN_SECONDS");
    long seconds = value ? strtol(value, NULL, 10) : 0;
    if (seconds < 1 || seconds > 86400)
        seconds = WIRE_ORPHAN_SECONDS;
    return seconds * INT64_C(1000000);
}

/* The timer starts at once, because a script may hang before its loop, too. */
int pw_orphan_start(persist_worker_t *of)
{
    struct sigaction action = {.sa_sigaction = on_signal,
                               .sa_flags = SA_SIGINFO | SA_RESTART};
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL,
                             .sigev_signo = pw_orphan_signal()};
    sigemptyset(&action.sa_mask);
    if (sigaction(pw_orphan_signal(), &action, NULL) < 0 ||
        timer_create(CLOCK_MONOTONIC, &event, &timer) < 0)
        return -1;
    for (int i = 0; i < STASH_MAX; i++)
        stash[i] = -1;
    patience_us = patience();
    control_fd = -1;
    lost_at = idle_at = 0;
    worker = of;
    lost();
    return 0;
}

int pw_orphan_stashed(void)
{
    for (int i = 0; i < STASH_MAX; i++) {
        int fd = atomic_exchange(&stash[i], -1);
        if (fd >= 0)
            return fd;
    }
    return -1;
}

void pw_orphan_forget(void)
{
    int fd;
    worker = NULL;
    control_fd = -1;
    atomic_flag_clear(&ticking);
    while ((fd = pw_orphan_stashed()) >= 0)
        close(fd);
}

void pw_orphan_stop(void)
{
    timer_delete(timer);
    pw_orphan_forget();
}
