/* SPDX-License-Identifier: Apache-2.0 */
/* pw_turn.c: one turn of the loop: waits for one event on the listening socket,
 * the control connection or a data connection, and acts on it. */

#include "pw_turn.h"

#include "common_peer.h"
#include "pw_conn.h"
#include "pw_control.h"
#include "pw_fd.h"
#include "pw_input.h"
#include "pw_note.h"
#include "pw_orphan.h"
#include "pw_response.h"
#include "pw_stderr.h"
#include "pw_wake.h"
#include "pw_worker.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
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

/* No descriptor is free. PROBEs are answered now, because no new connection can
 * come. An asynchronous worker does not listen until the pump is called again.
 * The requests behind these connections only see that time passes. */
static void pause_listening(persist_worker_t *worker)
{
    if (!atomic_exchange(&worker->starved, 1))
        pw_stderr("requests wait, because their connections can't be accepted: "
                  "%s (does the script leave files open?)",
                  strerror(errno));
    worker->turns = 0;
    if (worker->asynchronous) {
        pw_poller_remove(&worker->poller, worker->listen_fd);
        worker->deaf = 1;
    } else {
        poll(NULL, 0, PAUSE_MS);
    }
}

/* A hangup means that persistd has shut the socket down, to cancel an order for
 * a clone which has been made meanwhile: this process is that clone, and ends.
 */
static persist_request_t *on_listen(persist_worker_t *worker, int hangup)
{
    worker->accepting++;
    int fd = pw_fd_accept(worker->listen_fd);
    if (fd >= 0) {
        worker->starved = 0;
        return begin_conn(worker, fd);
    }
    worker->accepting--;
    if (hangup) {
        worker->stopped = 1;
        pw_wake(worker);
    } else if (errno == EMFILE || errno == ENFILE || errno == ENOMEM) {
        pause_listening(worker);
    }
    return NULL;
}

int pw_turn_is_opener(const persist_worker_t *worker)
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
 * has accepted while all threads were at work. An asynchronous worker has one
 * thread, which checks for all of them. */
static persist_request_t *on_wake(persist_worker_t *worker)
{
    char byte;
    if ((worker->stopped && !worker->asynchronous) ||
        read(worker->wake[0], &byte, 1) != 1)
        return NULL;
    if (byte && worker->flags & PERSIST_INTERRUPTIBLE &&
        !pw_turn_is_opener(worker))
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
    if (pw_note_event(worker, event))
        return NULL;
    pw_conn_t *conn = pw_conn_take(worker, event->tag);
    return conn ? pw_input(conn, event->hangup) : NULL;
}

/* PROBEs are answered when there is no event, or when each descriptor that was
 * ready before them has had its turn: by then all requests that came before
 * them have been taken in. */
int pw_turn(persist_worker_t *worker, int timeout_ms, pw_event_t *event,
            persist_request_t **request)
{
    int asked = worker->asked;
    int again = asked == PW_PROBE_AGAIN && timeout_ms != 0;
    int most_ms = asked ? again : timeout_ms;
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

persist_request_t *pw_turn_back(persist_request_t *request)
{
    pw_conn_t *conn = request->conn;
    pw_response_close(request);
    return pw_conn_done(conn) ? pw_input(conn, pw_fd_hung_up(conn->fd)) : NULL;
}
