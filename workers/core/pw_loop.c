/* SPDX-License-Identifier: Apache-2.0 */
/* pw_loop.c: the loop: turn after turn until there is a request. Any number of
 * threads share it. */

#include "persist/worker.h"

#include "common_clock.h"
#include "pw_clone.h"
#include "pw_clone_make.h"
#include "pw_control.h"
#include "pw_turn.h"
#include "pw_wake.h"
#include "pw_worker.h"

#include <errno.h>

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
        int n = pw_turn(worker, -1, &event, &request);
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
    worker->entered = 1;
    persist_request_t *request = previous ? pw_turn_back(previous) : NULL;
    if (request)
        return hand_out(worker, request);
    return hand_out(worker, pw_turn_is_opener(worker)
                                ? wait_in_opener(worker)
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
        pw_turn(worker, (int)(left / 1000) + 1, &event, &none);
}

void persist_worker_leave(persist_worker_t *worker, persist_request_t *previous)
{
    pw_control_leaving(worker);
    if (previous)
        pw_turn_back(previous);
    if (!worker->stopped && !worker->asynchronous)
        wait_for_stop(worker);
}
