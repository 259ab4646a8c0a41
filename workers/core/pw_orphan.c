/* SPDX-License-Identifier: Apache-2.0 */
/* pw_orphan.c: a worker that nobody looks after ends, even when its script
 * hangs: no loop of ours runs then, so this stands on a signal alone.
 *
 * The kernel sends the signal when something happens on the control connection
 * (F_SETSIG). When that is the end of it, a timer with the same signal starts
 * to tick. Each tick looks whether somebody has adopted the worker: in the
 * loop, or with a control connection that waits to be accepted. After
 * PERSIST_ORPHAN_SECONDS (30) without, the loop is told to end; after half as
 * long again the process group is killed, unless a client still waits for a
 * request that runs: httpd is alive then, and starts a new persistd.
 *
 * Only bare system calls and lock-free atomics are used by the handler. What
 * it accepts is stashed for the loop. */

#include "pw_orphan.h"

#include "pw_clock.h"
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
static _Atomic int64_t lost_at;      /* 0: somebody looks after us */
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
    if (atomic_compare_exchange_strong(&lost_at, &none, pw_clock_us()))
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

/* OPEN as persistd writes it: behind the prefix a short array that begins with
 * kind, version and role, each of one byte. */
static int is_control(int fd)
{
    unsigned char head[WIRE_PREFIX_LEN + 4];
    return recv(fd, head, sizeof(head), MSG_PEEK | MSG_DONTWAIT) ==
               (ssize_t)sizeof(head) &&
           head[WIRE_PREFIX_LEN + 1] == WIRE_OPEN &&
           head[WIRE_PREFIX_LEN + 2] == WIRE_VERSION &&
           head[WIRE_PREFIX_LEN + 3] == WIRE_ROLE_CONTROL &&
           !pw_fd_hung_up(fd) && pw_fd_peer_is_us(fd);
}

/* Accepts what waits, as far as there is room for it. */
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

/* persist-exec has made us leader of a group; whoever runs a worker by hand
 * has not. */
static void die(void)
{
    kill(getpgrp() == getpid() ? 0 : getpid(), SIGKILL);
}

/* A thread in the loop may lose and find control at the same time: what was
 * true when the tick began only holds if nothing has changed since. */
static void on_tick(void)
{
    int fd = control_fd;
    int64_t since = lost_at, now = pw_clock_us();
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
        if (now - since >= patience_us + patience_us / 2 && !client_waits())
            die();
    }
}

/* The program's own signal goes to its main thread from here: persistd's may
 * have found that thread with this signal pending, and gone to another one.
 * Nothing is late behind STOP, and a program that ends has given up what it had
 * for the signal: that would kill it. */
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
    if (info->si_code == SI_TKILL) /* it calls the opener out of its wait */
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

/* Control is missed from now on: a script may hang before its loop, too. */
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
    lost_at = 0;
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

/* The handler stays: a signal may be under way. */
void pw_orphan_stop(void)
{
    timer_delete(timer);
    pw_orphan_forget();
}
