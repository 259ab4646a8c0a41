/* SPDX-License-Identifier: Apache-2.0 */
/* pw_loop.c: the loop. It waits on the listening socket, the control connection
 * and all data connections, and any number of threads share it. */

#include "persist/worker.h"

#include "common_clock.h"
#include "common_peer.h"
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

/* Without free descriptors the listening socket stays ready. A thread then
 * pauses for this long before it tries again. */
#define PAUSE_MS 100

/* Time between two signals to the opener, which returns much sooner. */
#define CALL_MS 1

/* Puts an accepted descriptor into the table, after a check of the peer's user.
 */
static pw_conn_t *open_conn(persist_worker_t *worker, int fd)
{
    if (!common_peer_is_own(fd)) {
        pw_stderr("a connection from another user was refused");
        close(fd);
        return NULL;
    }
    pw_conn_t *conn = pw_conn_open(worker, fd);
    if (!conn)
        pw_stderr("a connection was refused: %s", strerror(errno));
    return conn;
}

/* Begins with an accepted descriptor. The caller has counted it as accepting
 * since before it was accepted. */
static persist_request_t *begin_conn(persist_worker_t *worker, int fd)
{
    pw_conn_t *conn = open_conn(worker, fd);
    worker->accepting--;
    return conn ? pw_input(conn, pw_fd_hung_up(fd)) : NULL;
}

/* A hangup means that persistd has shut the socket down, to cancel an order for
 * a clone which has been made meanwhile: this process is that clone, and ends.
 */
static persist_request_t *on_listen(persist_worker_t *worker, int hangup)
{
    worker->accepting++;
    int fd = pw_fd_accept(worker->listen_fd);
    if (fd >= 0)
        return begin_conn(worker, fd);
    worker->accepting--;
    if (hangup) {
        worker->stopped = 1;
        pw_wake(worker);
    } else if (errno == EMFILE || errno == ENFILE || errno == ENOMEM) {
        worker->turns = 0; /* no new connection can come: answer PROBEs now */
        poll(NULL, 0, PAUSE_MS);
    }
    return NULL;
}

static int is_opener(const persist_worker_t *worker)
{
    return pthread_equal(pthread_self(), worker->opener);
}

/* A signal handler wrote the byte for the opener, but another thread read it.
 * That thread ends the opener's wait by a signal. A signal that arrives just
 * before the wait begins is lost, so it is sent again and again. */
static void pass_interrupt_on(persist_worker_t *worker)
{
    worker->called = 1;
    while (worker->called && worker->waiting && !worker->stopped) {
        pthread_kill(worker->opener, pw_orphan_signal());
        poll(NULL, 0, CALL_MS);
    }
}

/* A byte in the wake pipe means one of three things: the end, which is for all
 * threads, so the byte stays; a signal; or connections that the orphan watch
 * has accepted while all threads were at work. */
static persist_request_t *on_wake(persist_worker_t *worker)
{
    char byte;
    if (worker->stopped || read(worker->wake[0], &byte, 1) != 1)
        return NULL;
    if (byte && worker->flags & PERSIST_INTERRUPTIBLE && !is_opener(worker))
        pass_interrupt_on(worker);
    worker->accepting++;
    int fd = pw_orphan_stashed();
    if (fd >= 0) {
        pw_wake(worker); /* there may be another */
        return begin_conn(worker, fd);
    }
    worker->accepting--;
    return NULL;
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

/* All threads end together, when the last request is over. */
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

/* For an event or an error (n < 0) that brought no request: returns 1 if
 * persist_worker_next() must return to the program. */
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

/* Waits for one event and acts on it. PROBEs are answered when there is no
 * event, or when each descriptor that was ready before them has had its turn:
 * by then all requests that came before them have been taken in. */
static int turn(persist_worker_t *worker, int timeout_ms, pw_event_t *event,
                persist_request_t **request)
{
    int asked = worker->asked;
    int most_ms = asked == PW_PROBE_AGAIN ? 1 : asked ? 0 : timeout_ms;
    int n = pw_poller_wait(&worker->poller, event, most_ms);
    if (n > 0)
        *request = on_event(worker, event);
    int error = errno; /* for the caller, when n is negative */
    if (asked && n > 0)
        worker->turns--;
    if (asked && (n == 0 || worker->turns <= 0))
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

/* waiting is set before called is read; pass_interrupt_on() does the reverse.
 * So either that thread sees that the opener waits, or the opener sees here
 * that it is called. */
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

/* This thread leaves the loop. If it has a PROBE to answer, another one must,
 * and may be in a wait without a timeout. */
static persist_request_t *hand_out(persist_worker_t *worker,
                                   persist_request_t *request)
{
    if (request && worker->asked && worker->capacity > 1)
        pw_wake(worker);
    return request;
}

persist_request_t *persist_worker_next(persist_worker_t *worker,
                                       persist_request_t *previous)
{
    persist_request_t *request = NULL;
    worker->entered = 1;
    if (previous && give_back(previous, &request))
        return hand_out(worker, request);
    return hand_out(worker, is_opener(worker) ? wait_in_opener(worker)
                                              : wait_for_request(worker));
}

static int has_control(persist_worker_t *worker)
{
    pthread_mutex_lock(&worker->lock);
    int has = worker->control != NULL;
    pthread_mutex_unlock(&worker->lock);
    return has;
}

/* Waits for STOP. The end of the control connection will do, too: without a
 * persistd no httpd gets this worker. */
static void wait_for_stop(persist_worker_t *worker)
{
    int64_t end = common_now_us() + WIRE_ORPHAN_SECONDS * INT64_C(1000000);
    persist_request_t *none;
    pw_event_t event;
    int64_t left;
    while (!worker->stopped && has_control(worker) &&
           (left = end - common_now_us()) > 0)
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
