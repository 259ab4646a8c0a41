/* SPDX-License-Identifier: Apache-2.0 */
/* calls.c: what may wait, or sends: each call takes its turn at the exchange.
 */

#include "turn.h"

#include <errno.h>

/* Returns what call, which uses exchange->request, returns, or -errno. */
#define RETURN_IN_TURN(type, call)                                             \
    do {                                                                       \
        exchange_t *exchange;                                                  \
        long rc = turn_enter(number, &exchange);                               \
        if (rc == 0) {                                                         \
            rc = (call);                                                       \
            rc = rc < 0 ? -errno : rc;                                         \
            turn_leave(exchange);                                              \
        }                                                                      \
        return (type)rc;                                                       \
    } while (0)

int exchange_cancelled(int64_t number)
{
    RETURN_IN_TURN(int, persist_request_cancelled(exchange->request));
}

int exchange_info(int64_t number, unsigned status, const char *headers,
                  size_t headers_len)
{
    RETURN_IN_TURN(int, persist_request_info(exchange->request, status, headers,
                                             headers_len));
}

int exchange_respond(int64_t number, unsigned status, const char *headers,
                     size_t headers_len, const char *body, size_t body_len,
                     unsigned flags)
{
    RETURN_IN_TURN(int,
                   persist_request_respond(exchange->request, status, headers,
                                           headers_len, body, body_len, flags));
}

int exchange_start(int64_t number, unsigned status, const char *headers,
                   size_t headers_len, unsigned flags)
{
    RETURN_IN_TURN(int, persist_request_start(exchange->request, status,
                                              headers, headers_len, flags));
}

int exchange_write(int64_t number, const char *bytes, size_t n)
{
    RETURN_IN_TURN(int, persist_request_write(exchange->request, bytes, n));
}

int exchange_send_file(int64_t number, int fd, long long offset,
                       long long length)
{
    RETURN_IN_TURN(
        int, persist_request_send_file(exchange->request, fd, offset, length));
}

int exchange_flush(int64_t number)
{
    RETURN_IN_TURN(int, persist_request_flush(exchange->request));
}

int exchange_finish_trailers(int64_t number, const char *trailers,
                             size_t trailers_len, unsigned flags)
{
    RETURN_IN_TURN(int, persist_request_finish_trailers(
                            exchange->request, trailers, trailers_len, flags));
}

int exchange_abort(int64_t number, unsigned flags)
{
    RETURN_IN_TURN(int, persist_request_abort(exchange->request, flags));
}

int exchange_log(int64_t number, unsigned level, const char *text, size_t n)
{
    RETURN_IN_TURN(int, persist_request_log(exchange->request, level, text, n));
}

long exchange_write_some(int64_t number, const char *bytes, size_t n)
{
    RETURN_IN_TURN(long,
                   persist_request_write_some(exchange->request, bytes, n));
}

long exchange_unsent(int64_t number)
{
    RETURN_IN_TURN(long, (long)persist_request_unsent(exchange->request));
}

/* ---- the body */

static void begin_reading(exchange_t *exchange)
{
    pthread_mutex_lock(&turn_lock);
    exchange->reader = pthread_self();
    exchange->reading = 1;
    pthread_mutex_unlock(&turn_lock);
}

/* After an interruption. The threads that caused it check again after a pause,
 * so two pauses give them their turn. */
static void let_others_pass(int64_t number)
{
    unsigned waiting = 1;
    for (int i = 0; i < 2 && waiting > 0; i++) {
        pthread_mutex_lock(&turn_lock);
        const exchange_t *exchange = turn_find(number);
        waiting = exchange ? exchange->waiting : 0;
        pthread_mutex_unlock(&turn_lock);
        if (waiting > 0)
            turn_pause();
    }
}

long exchange_read(int64_t number, void *buffer, size_t n)
{
    exchange_t *exchange;
    long rc = turn_enter(number, &exchange);
    if (rc < 0)
        return rc;
    begin_reading(exchange);
    rc = persist_request_read(exchange->request, buffer, n);
    rc = rc < 0 ? -errno : rc;
    turn_leave(exchange);
    if (rc == -EINTR)
        let_others_pass(number);
    return rc;
}
