/* SPDX-License-Identifier: Apache-2.0 */
/* persist_connection_watch.c: a thread that closes connections whose worker has
 * gone.
 *
 * An idle child has no thread that could do it: under prefork and worker all of
 * its threads sleep in the kernel. So this thread starts with the first
 * connection and checks all connections every other second. Without connections
 * it sleeps until there is one. It costs requests nothing, because it never
 * touches a connection that is in use or alive.
 *
 * prefork ends a child inside a signal handler and waits there for this thread.
 * The handler may have interrupted malloc() or anything else of the request's
 * thread. So this thread takes no lock, and allocates and frees nothing. The
 * handler must not run while the thread is being made. */

#include "persist_connection_watch.h"
#include "persist_connection.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

#define STACK ((size_t)256 << 10)
#define STOP_SECONDS 2 /* a check takes milliseconds */
#define BATCH 64

enum { IDLE, STARTING, RUNNING };

/* State of the child. */
static struct {
    _Atomic int state; /* any thread, by compare-and-swap */
    /* set by the watch; cleared by the thread that rings */
    _Atomic int resting;
    _Atomic int stopping; /* set at the child's end */
    int bell[2];          /* a pipe; made before the thread */
    pthread_t thread;
} watch;

/* Connections that are checked by one system call. */
typedef struct batch {
    struct pollfd fds[BATCH];
    persist_connection_t *connections[BATCH];
    nfds_t count;
} batch_t;

/* poll() reports a hang-up without being asked for one. */
static void batch_poll(batch_t *batch)
{
    if (batch->count > 0 && poll(batch->fds, batch->count, 0) > 0)
        for (nfds_t i = 0; i < batch->count; i++)
            if (batch->fds[i].revents)
                persist_connection_bury(batch->connections[i]);
    batch->count = 0;
}

static void close_dead(void)
{
    persist_connection_t *one = persist_connection_first();
    batch_t batch = {.count = 0};
    for (; one; one = one->next) {
        int fd = atomic_load(&one->fd);
        if (fd < 0)
            continue;
        batch.fds[batch.count] = (struct pollfd){.fd = fd};
        batch.connections[batch.count++] = one;
        if (batch.count == BATCH)
            batch_poll(&batch);
    }
    batch_poll(&batch);
}

static int all_closed(void)
{
    const persist_connection_t *one = persist_connection_first();
    while (one && atomic_load(&one->fd) < 0)
        one = one->next;
    return !one;
}

static void ring(void)
{
    /* EAGAIN: the pipe holds enough bytes to wake the watch */
    while (write(watch.bell[1], "", 1) < 0 && errno == EINTR)
        continue;
}

static void sleep_until_rung(int ms)
{
    struct pollfd bell = {watch.bell[0], POLLIN, 0};
    char rings[16];
    if (poll(&bell, 1, ms) > 0)
        while (read(watch.bell[0], rings, sizeof(rings)) > 0)
            continue;
}

/* `resting` is stored before the check for open connections. So a thread that
 * makes a connection either sees `resting` and rings, or its connection is
 * seen. */
static void *watch_main(void *unused)
{
    (void)unused;
    while (!atomic_load(&watch.stopping)) {
        close_dead();
        atomic_store(&watch.resting, 1);
        if (all_closed()) {
            sleep_until_rung(-1);
        } else {
            atomic_store(&watch.resting, 0);
            sleep_until_rung(PERSIST_CONNECTION_WATCH_MS);
        }
    }
    return NULL;
}

static int make_thread(void)
{
    pthread_attr_t attributes;
    int error;
    if (watch.bell[1] == 0 && pipe2(watch.bell, O_CLOEXEC | O_NONBLOCK) != 0)
        return -1;
    if (pthread_attr_init(&attributes) != 0)
        return -1;
    error = pthread_attr_setstacksize(&attributes, STACK);
    if (error == 0)
        error = pthread_create(&watch.thread, &attributes, watch_main, NULL);
    pthread_attr_destroy(&attributes);
    return error ? -1 : 0;
}

/* If no thread can be made the next connection tries again. Signals stay
 * blocked in this thread: httpd's own threads get them. */
static void start(void)
{
    sigset_t all, before;
    int idle = IDLE;
    sigfillset(&all);
    if (pthread_sigmask(SIG_SETMASK, &all, &before) != 0)
        return;
    if (atomic_compare_exchange_strong(&watch.state, &idle, STARTING))
        atomic_store(&watch.state, make_thread() == 0 ? RUNNING : IDLE);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void persist_connection_watch(void)
{
    if (atomic_load(&watch.state) == IDLE && !atomic_load(&watch.stopping))
        start();
    if (atomic_exchange(&watch.resting, 0))
        ring();
}

/* The thread may be blocked in close(), on the file system of a file that a
 * dead worker has passed. It then ends with the process, which is about to
 * exit. (If close() returned between the unmapping of this code and that exit,
 * the child would crash, with all of its work done.) */
static void join(void)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += STOP_SECONDS;
    pthread_timedjoin_np(watch.thread, NULL, &until);
}

/* Ends the watch before the module's code can be unmapped. */
static apr_status_t stop(void *unused)
{
    (void)unused;
    atomic_store(&watch.stopping, 1);
    while (atomic_load(&watch.state) == STARTING)
        sched_yield();
    if (atomic_load(&watch.state) == RUNNING) {
        ring();
        join();
    }
    return APR_SUCCESS;
}

void persist_connection_watch_child_init(apr_pool_t *pchild, server_rec *s)
{
    (void)s;
    apr_pool_cleanup_register(pchild, NULL, stop, apr_pool_cleanup_null);
}
