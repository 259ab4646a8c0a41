/* SPDX-License-Identifier: Apache-2.0 */
/* exchange.h: what the cffi back end (_cffi_core.py) adds to persist/worker.h.
 * build.py makes the module's declarations from both headers.
 *
 * An *exchange* is a request and the response to it, as in ext/. Python knows
 * it by a number, which is never used again: calls with the number of an
 * exchange that is over are refused. cffi releases the interpreter's lock for
 * each call, so threads that share an exchange take turns here, and no call
 * can be cut in two by an exception in Python. */

#ifndef EXCHANGE_H
#define EXCHANGE_H

#include <persist/worker.h>

#include <stdint.h>

/* Functions that return a number return a negative errno where the core returns
 * -1, because a handler of a signal may change errno before Python reads it; or
 * one of these. */
enum exchange_refusal {
    EXCHANGE_BUSY = -100000, /* another thread is in the core with this
                              * exchange, and was for the last millisecond:
                              * handle signals, then call again */
    EXCHANGE_OVER = -100001  /* the exchange is over */
};

/* Returns the version of mod_persist that this is part of. */
const char *exchange_version(void);

/* Makes this process a worker: persist_worker_open(). NULL: see errno. */
persist_worker_t *exchange_open(void);

/* Sets the signal that interrupts a thread, as persist_worker_signal(). */
int exchange_signal(persist_worker_t *worker, int number);

/* Gives this thread's exchange back, waits for the next request and returns the
 * number of its exchange, or 0 when the worker must end. The
 * exchange belongs to this thread until it calls this or exchange_leave(), even
 * if an exception keeps the number from the script. */
int64_t exchange_next(persist_worker_t *worker);

/* Gives this thread's exchange back: persist_worker_leave(). Also happens when
 * a thread ends after exchange_next() and not by its 0. */
void exchange_leave(persist_worker_t *worker);

/* ---- in an asynchronous worker, where no call waits */

/* Makes the worker an asynchronous one: persist_worker_fd(). Other threads than
 * the one that pumps may use a request then, too. */
int exchange_fd(persist_worker_t *worker);

/* Takes in what has come. Returns bits of enum persist_news with *number set to
 * the exchange that they are about, or to 0; 0 when there is nothing more. */
int exchange_pump(persist_worker_t *worker, int64_t *number);

/* As persist_request_write_some(). */
long exchange_write_some(int64_t number, const char *bytes, size_t n);

/* As persist_request_unsent(). */
long exchange_unsent(int64_t number);

/* Gives the exchange back: persist_request_close(). Does nothing the second
 * time. */
void exchange_release(int64_t number);

/* ---- what the core answers without waiting; any thread may call these */

/* Copies the variables, if size suffices, and returns their length. */
long exchange_variables(int64_t number, char *buffer, size_t size);

/* Copies the id of the request, with its NUL, if size suffices, and returns its
 * length. number 0 stands for this thread's exchange; without one the id is
 * empty. */
long exchange_id(int64_t number, char *buffer, size_t size);

/* As persist_request_time_left(). */
long exchange_time_left(int64_t number);

/* As persist_request_late(); 0 when the exchange is over. */
int exchange_late(int64_t number);

/* ---- in turn: as the function of persist/worker.h with the same name */

int exchange_cancelled(int64_t number);
long exchange_read(int64_t number, void *buffer, size_t n);
int exchange_info(int64_t number, unsigned status, const char *headers,
                  size_t headers_len);
int exchange_respond(int64_t number, unsigned status, const char *headers,
                     size_t headers_len, const char *body, size_t body_len,
                     unsigned flags);
int exchange_start(int64_t number, unsigned status, const char *headers,
                   size_t headers_len, unsigned flags);
int exchange_write(int64_t number, const char *bytes, size_t n);
int exchange_send_file(int64_t number, int fd, long long offset,
                       long long length);
int exchange_flush(int64_t number);
int exchange_finish_trailers(int64_t number, const char *trailers,
                             size_t trailers_len, unsigned flags);
int exchange_abort(int64_t number, unsigned flags);
int exchange_log(int64_t number, unsigned level, const char *text, size_t n);

#endif /* EXCHANGE_H */
