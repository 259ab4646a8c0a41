/* SPDX-License-Identifier: Apache-2.0 */
/* exchange.c: the process as a worker, the step from one request to the next,
 * and what the core answers without waiting. */

#include "turn.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The number of this thread's exchange; 0: none. */
static _Thread_local int64_t here;
/* The worker while this thread is in the loop. A thread that ends in there
 * leaves it, because on PyPy no finalizer runs in time. */
static pthread_key_t inside;

const char *exchange_version(void)
{
    return PERSIST_WORKER_VERSION;
}

static void on_thread_end(void *worker)
{
    exchange_leave(worker);
}

/* Its threads in the loop are the parent's. */
static void leave_loop_in_child(void)
{
    pthread_setspecific(inside, NULL);
}

persist_worker_t *exchange_open(void)
{
    persist_worker_t *worker = persist_worker_open(
        "python " PERSIST_WORKER_VERSION " cffi", PERSIST_INTERRUPTIBLE);
    if (!worker)
        return NULL;
    errno = pthread_key_create(&inside, on_thread_end);
    if (!errno)
        errno = pthread_atfork(NULL, NULL, leave_loop_in_child);
    if (!errno)
        errno = turn_prepare();
    return errno ? NULL : worker;
}

int exchange_signal(persist_worker_t *worker, int number)
{
    if (persist_worker_signal(worker, number) < 0)
        return -errno;
    turn_signal(number);
    return 0;
}

/* Ends this thread's exchange, and returns its request. */
static persist_request_t *give_back(void)
{
    int64_t number = here;
    here = 0;
    return turn_end(number);
}

/* The record is made before the wait, so that a failure cannot lose a request.
 */
int64_t exchange_next(persist_worker_t *worker)
{
    exchange_t *exchange = calloc(1, sizeof(*exchange));
    if (!exchange)
        return -ENOMEM;
    pthread_setspecific(inside, worker);
    exchange->request = persist_worker_next(worker, give_back());
    if (exchange->request)
        return here = turn_add(exchange);
    int error = errno;
    free(exchange);
    if (!error)
        pthread_setspecific(inside, NULL);
    return -error;
}

void exchange_leave(persist_worker_t *worker)
{
    pthread_setspecific(inside, NULL);
    persist_worker_leave(worker, give_back());
}

/* ---- in an asynchronous worker */

/* Returns the number of a new exchange; -ENOMEM: the request gets a 500. */
static int64_t begin(persist_request_t *request)
{
    exchange_t *exchange = calloc(1, sizeof(*exchange));
    if (!exchange) {
        persist_request_close(request);
        return -ENOMEM;
    }
    exchange->request = request;
    persist_request_set_context(request, exchange);
    return turn_add(exchange);
}

static int64_t number_of(persist_request_t *request, int news)
{
    if (!request)
        return 0;
    if (news & PERSIST_NEW)
        return begin(request);
    const exchange_t *exchange = persist_request_context(request);
    return exchange->number;
}

int exchange_fd(persist_worker_t *worker)
{
    turn_one_at_a_time();
    return persist_worker_fd(worker);
}

static int pump(persist_worker_t *worker, int64_t *number)
{
    persist_request_t *request;
    int news = persist_worker_pump(worker, &request);
    if (news < 0)
        return -errno;
    *number = news ? number_of(request, news) : 0;
    return *number < 0 ? (int)*number : news;
}

int exchange_pump(persist_worker_t *worker, int64_t *number)
{
    turn_enter_core();
    int news = pump(worker, number);
    turn_leave_core();
    return news;
}

void exchange_release(int64_t number)
{
    turn_enter_core();
    persist_request_t *request = turn_end(number);
    if (request)
        persist_request_close(request);
    turn_leave_core();
}

/* ---- what the core answers without waiting */

static long copy(const char *from, size_t len, char *buffer, size_t size)
{
    if (len <= size)
        memcpy(buffer, from, len);
    return (long)len;
}

long exchange_variables(int64_t number, char *buffer, size_t size)
{
    size_t len;
    long rc = EXCHANGE_OVER;
    pthread_mutex_lock(&turn_lock);
    const exchange_t *exchange = turn_find_open(number);
    if (exchange) {
        const char *block = persist_request_variables(exchange->request, &len);
        rc = copy(block, len, buffer, size);
    }
    pthread_mutex_unlock(&turn_lock);
    return rc;
}

long exchange_id(int64_t number, char *buffer, size_t size)
{
    pthread_mutex_lock(&turn_lock);
    const exchange_t *exchange = turn_find_open(number ? number : here);
    const char *id = exchange ? persist_request_id(exchange->request) : "";
    long rc = number && !exchange ? EXCHANGE_OVER
                                  : copy(id, strlen(id), buffer, size);
    pthread_mutex_unlock(&turn_lock);
    return rc;
}

long exchange_time_left(int64_t number)
{
    pthread_mutex_lock(&turn_lock);
    const exchange_t *exchange = turn_find_open(number);
    long rc =
        exchange ? persist_request_time_left(exchange->request) : EXCHANGE_OVER;
    pthread_mutex_unlock(&turn_lock);
    return rc;
}

int exchange_late(int64_t number)
{
    pthread_mutex_lock(&turn_lock);
    const exchange_t *exchange = turn_find(number);
    int late = exchange && persist_request_late(exchange->request);
    pthread_mutex_unlock(&turn_lock);
    return late;
}
