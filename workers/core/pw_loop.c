/* SPDX-License-Identifier: Apache-2.0 */
/* pw_loop.c: the loop: one wait over the listening socket, control and
 * all data connections, shared by as many threads as come. */

#include "persist/worker.h"

#include "pw_clock.h"
#include "pw_clone.h"
#include "pw_clone_make.h"
#include "pw_conn.h"
#include "pw_control.h"
#include "pw_fd.h"
#include "pw_input.h"
#include "pw_orphan.h"
#include "pw_poller.h"
#include "pw_response.h"
#include "pw_stderr.h"
#include "pw_wake.h"
#include "pw_worker.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

/* Out of descriptors: how long a thread stays away from a listening socket
 * that goes on being ready. */
#define PAUSE_MS 100

/* Between two calls of the opener: it needs far less to come back. */
#define CALL_MS 1

/* The descriptor is one from outside: whose? */
static persist_request_t *begin_conn(persist_worker_t *worker, int fd)
{
    if (!pw_fd_peer_is_us(fd)) {
        pw_stderr("a connection from another user was refused");
        close(fd);
        return NULL;
    }
    pw_conn_t *conn = pw_conn_open(worker, fd);
    if (conn)
        return pw_input(conn, pw_fd_hung_up(fd));
    pw_stderr("a connection was refused: %s", strerror(errno));
    return NULL;
}

/* Hung up: the socket has been shut down. So persistd takes back an order for a
 * clone that has been made meanwhile. */
static persist_request_t *on_listen(persist_worker_t *worker, int hangup)
{
    int fd = pw_fd_accept(worker->listen_fd);
    if (fd >= 0)
        return begin_conn(worker, fd);
    if (hangup) {
        worker->stopped = 1;
        pw_wake(worker);
    } else if (errno == EMFILE || errno == ENFILE || errno == ENOMEM) {
        worker->turns = 0; /* there is nothing that a PROBE could wait for */
        poll(NULL, 0, PAUSE_MS);
    }
    return NULL;
}

static int is_opener(const persist_worker_t *worker)
{
    return pthread_equal(pthread_self(), worker->opener);
}

/* The byte is that of a signal, and the opener, which is to hear of it, has not
 * got it. It is called out of its wait again and again: a call that comes just
 * before it waits is lost. */
static void pass_interrupt_on(persist_worker_t *worker)
{
    worker->called = 1;
    while (worker->called && worker->waiting && !worker->stopped) {
        pthread_kill(worker->opener, pw_orphan_signal());
        poll(NULL, 0, CALL_MS);
    }
}

/* Either the end, for all threads, so the byte stays; or a signal; or
 * connections that the orphan watch has accepted while all threads were at
 * work. */
static persist_request_t *on_wake(persist_worker_t *worker)
{
    char byte;
    if (worker->stopped || read(worker->wake[0], &byte, 1) != 1)
        return NULL;
    if (byte && worker->flags & PERSIST_INTERRUPTIBLE && !is_opener(worker))
        pass_interrupt_on(worker);
    int fd = pw_orphan_stashed();
    if (fd < 0)
        return NULL;
    pw_wake(worker); /* there may be another */
    return begin_conn(worker, fd);
}

static persist_request_t *on_event(persist_worker_t *worker,
                                   const pw_event_t *event)
{
    if (event->tag == PW_TAG_LISTEN)
        return on_listen(worker, event->hangup);
    if (event->tag == PW_TAG_WAKE)
        return on_wake(worker);
    pw_conn_t *conn = pw_conn_take(worker, event->tag);
    return conn ? pw_input(conn, event->hangup) : NULL;
}

/* The end comes for all threads together. */
static persist_request_t *wait_for_idle(persist_worker_t *worker)
{
    pthread_mutex_lock(&worker->lock);
    while (worker->running > 0)
        pthread_cond_wait(&worker->idle, &worker->lock);
    pthread_mutex_unlock(&worker->lock);
    errno = 0;
    return NULL;
}

int persist_worker_interrupt_fd(const persist_worker_t *worker)
{
    return worker->wake[1];
}

/* After an event or an error (n < 0) that brought no request. */
static int is_interrupted(const persist_worker_t *worker, int n,
                          const pw_event_t *event)
{
    if (n < 0)
        return errno != EINTR || worker->flags & PERSIST_INTERRUPTIBLE;
    errno = EINTR;
    return event->tag == PW_TAG_WAKE && !worker->stopped &&
           worker->flags & PERSIST_INTERRUPTIBLE;
}

static int give_back(persist_request_t *request, persist_request_t **next)
{
    pw_response_close(request);
    if (!pw_conn_done(request->conn))
        return 0;
    *next = pw_input(request->conn, pw_fd_hung_up(request->conn->fd));
    return *next != NULL;
}

/* Takes one event and what it brings. PROBEs are answered when there is none,
 * or when all that was ready before them has had its turn: so what came before
 * them has been taken in. */
static int turn(persist_worker_t *worker, int timeout_ms, pw_event_t *event,
                persist_request_t **request)
{
    int asked = worker->asked;
    int n = pw_poller_wait(&worker->poller, event, asked ? 0 : timeout_ms);
    if (n > 0)
        *request = on_event(worker, event);
    int error = errno; /* why n is negative, for the caller to judge */
    if (asked && (n == 0 || --worker->turns <= 0))
        pw_control_answer(worker);
    errno = error;
    return n;
}

static persist_request_t *wait_for_request(persist_worker_t *worker)
{
    persist_request_t *request = NULL;
    pw_event_t event;
    while (!request) {
        if (worker->stopped)
            return wait_for_idle(worker);
        if (worker->fork_asked && pw_clone_may(worker)) {
            if (!worker->forks_itself) {
                errno = ECHILD;
                return NULL;
            }
            pw_clone_make(worker);
            continue;
        }
        int n = turn(worker, -1, &event, &request);
        if (!request && n != 0 && is_interrupted(worker, n, &event))
            return NULL;
    }
    return request;
}

/* Whoever calls the opener sees that it waits, or is seen by it here. */
static persist_request_t *wait_in_opener(persist_worker_t *worker)
{
    persist_request_t *request = NULL;
    worker->waiting = 1;
    if (worker->called && !worker->stopped)
        errno = EINTR;
    else
        request = wait_for_request(worker);
    worker->waiting = worker->called = 0;
    return request;
}

persist_request_t *persist_worker_next(persist_worker_t *worker,
                                       persist_request_t *previous)
{
    persist_request_t *request = NULL;
    worker->entered = 1;
    if (previous && give_back(previous, &request))
        return request;
    return is_opener(worker) ? wait_in_opener(worker)
                             : wait_for_request(worker);
}

static int has_control(persist_worker_t *worker)
{
    pthread_mutex_lock(&worker->lock);
    int has = worker->control != NULL;
    pthread_mutex_unlock(&worker->lock);
    return has;
}

/* Until STOP, or the end of control: then nobody gives us out either. */
static void wait_for_stop(persist_worker_t *worker)
{
    int64_t end = pw_clock_us() + WIRE_ORPHAN_SECONDS * INT64_C(1000000);
    persist_request_t *none;
    pw_event_t event;
    int64_t left;
    while (!worker->stopped && has_control(worker) &&
           (left = end - pw_clock_us()) > 0)
        turn(worker, (int)(left / 1000) + 1, &event, &none);
}

void persist_worker_leave(persist_worker_t *worker, persist_request_t *previous)
{
    persist_request_t *next = NULL;
    pw_control_leaving(worker);
    if (previous)
        give_back(previous, &next);
    if (!worker->stopped)
        wait_for_stop(worker);
}
