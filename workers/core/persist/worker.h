/* SPDX-License-Identifier: Apache-2.0 */
/* persist/worker.h: the worker's side of mod_persist. A program that loops over
 * persist_worker_next() stays resident and answers requests of httpd:
 *
 *     persist_worker_t *worker = persist_worker_open("c", 0);
 *     persist_request_t *request = NULL;
 *     while ((request = persist_worker_next(worker, request)))
 *         persist_request_respond(request, 200,
 *                                 PERSIST_BLOCK("Content-Type\0text/plain"),
 *                                 "hello", 5, 0);
 *     persist_worker_destroy(worker);
 *
 * A *block* is a run of NUL-terminated strings, name, value, name, value, …;
 * its length counts the last NUL. Variables come and headers go as blocks.
 *
 * Functions that return int give 0 or a count, or -1 with errno set. A worker
 * may be shared by threads; a request belongs to the thread that got it. */

#ifndef PERSIST_WORKER_H
#define PERSIST_WORKER_H

#include <persist/version.h>

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A string literal as a block with its length: the compiler adds the last NUL.
 * PERSIST_BLOCK("Content-Type\0text/html\0X-Powered-By\0persist") */
#define PERSIST_BLOCK(literal) (literal), sizeof(literal)

typedef struct persist_worker persist_worker_t;
typedef struct persist_request persist_request_t;

enum persist_worker_flags {
    /* persist_worker_next() and persist_request_read() fail with EINTR when a
     * signal handler has run, instead of waiting on. For interpreters, which
     * run the rest of their signal handling outside of it. */
    PERSIST_INTERRUPTIBLE = 1
};

enum persist_response_flags {
    PERSIST_CGI = 1,  /* Status and Location as in RFC 3875, 6.2 */
    PERSIST_AFTER = 2 /* work goes on after the response has ended: the next
                       * request comes no sooner than persist_worker_next() */
};

/* ---- the worker ---- */

/* Takes over what persistd has left in this process: the listening socket that
 * PERSIST_WORKER names. Call it first thing and once, before any thread is
 * started: it unsets the variable, closes the socket on exec and in forked
 * children, and installs a handler for one real-time signal (SA_RESTART).
 * sdk, "python 0.1.0", is shown in status pages; flags are those of
 * enum persist_worker_flags.
 * A worker that persistd does not look after ends by itself after 30 seconds
 * (PERSIST_ORPHAN_SECONDS in the environment), even when its program hangs.
 * NULL: errno is ENOENT when there is no PERSIST_WORKER (the program was not
 * started by persistd), EPROTONOSUPPORT when it names another protocol,
 * EINVAL when it names no listening Unix socket, EBUSY on a second call, or
 * what a system call gave. */
persist_worker_t *persist_worker_open(const char *sdk, unsigned flags);

/* Says what READY will tell persistd: how many threads will call
 * persist_worker_next() (1…16), and the absolute paths of the code that has
 * been loaded, each ended by NUL (as many as fit are passed on). Optional; 1
 * and none otherwise. To be called before the first persist_worker_next().
 * -1: EINVAL, ENOMEM, or EBUSY when the loop has been entered. */
int persist_worker_ready(persist_worker_t *worker, unsigned capacity,
                         const char *files, size_t files_len);

/* Any thread, after persist_worker_ready(): the script has loaded more code.
 * files: all paths again, as there. Returns 0, or -1 with errno ENOMEM. */
int persist_worker_loaded(persist_worker_t *worker, const char *files,
                          size_t files_len);

/* Has READY name another signal (1…64) than the library's own. persistd sends
 * it when a request has passed its soft deadline; the program's handler, or
 * what that leads to, calls persist_worker_look() and then asks
 * persist_request_late(). For languages that raise exceptions. It must be
 * handled from now on, since it ends the process else. To be called before the
 * first persist_worker_next(). -1: EINVAL, or EBUSY when the loop has been
 * entered. */
int persist_worker_signal(persist_worker_t *worker, int number);

/* Takes in what persistd has said while threads are at work. In any thread, but
 * not in a signal handler. */
void persist_worker_look(persist_worker_t *worker);

/* What a program does around the fork that makes a clone of it; may be NULL.
 * before runs ahead of it, and closes what must not be shared (databases);
 * after runs behind it in both processes, which both go on. */
typedef struct persist_clone_hooks {
    void (*before)(void *context);
    void (*after)(void *context);
    void *context;
} persist_clone_hooks_t;

/* Allows persistd to have this process make copies of itself, in place of
 * starting the program again, once it has served so many requests (0: at once).
 * They are made inside of persist_worker_next(), only by a process with one
 * thread and no request; random numbers that the C library gives repeat
 * themselves in them unless after seeds it.
 * With hooks NULL the program does the forks, as an interpreter must: see
 * persist_worker_fork(). To be called before the first persist_worker_next().
 * -1: EBUSY when the loop has been entered. */
int persist_worker_clones(persist_worker_t *worker, unsigned requests,
                          const persist_clone_hooks_t *hooks);

/* When persist_worker_next() gave NULL with ECHILD: makes a process between the
 * two. Returns 0 in that; it forks once more, in the language's own way, and
 * ends by _exit(), with 0 when that has worked. The child of it becomes the
 * clone by persist_worker_clone(). Returns 1 in the worker, when persistd has
 * been told whether there is a clone. */
int persist_worker_fork(persist_worker_t *worker);

/* The same for an interpreter that must know of every fork: do_fork makes that
 * process in its way, and returns as fork(2) does. */
int persist_worker_fork_by(persist_worker_t *worker,
                           int (*do_fork)(void *context), void *context);

/* In the clone: makes a worker of it, with descriptors and a process group of
 * its own; then persist_worker_next() goes on. -1 with errno: _exit(1). */
int persist_worker_clone(persist_worker_t *worker);

/* Waits for the next request. previous is the one this thread got before, or
 * NULL; it is over then, whatever comes back: unanswered it gets a 500, a
 * stream that was not finished is aborted. The request is valid until it is
 * given back here.
 * NULL: errno is 0 when the worker shall end (all requests of all threads are
 * done by then), EINTR with PERSIST_INTERRUPTIBLE (call again, with NULL),
 * ECHILD when persist_worker_fork() is to be called (then again, with NULL), or
 * what a system call gave. */
persist_request_t *persist_worker_next(persist_worker_t *worker,
                                       persist_request_t *previous);

/* With PERSIST_INTERRUPTIBLE: a non-blocking descriptor to which a signal
 * handler writes one byte, not 0, so that a signal is not missed which comes
 * just before the wait begins. It ends the wait of the thread that has opened
 * the worker. */
int persist_worker_interrupt_fd(const persist_worker_t *worker);

/* For a program that ends of its own accord: gives previous back as
 * persist_worker_next() does, tells persistd, and waits until no new request
 * can come (30 seconds at most); those that still come run elsewhere. Other
 * threads finish what they run and get NULL from persist_worker_next(). Does
 * nothing more when the end was ordered before. */
void persist_worker_leave(persist_worker_t *worker,
                          persist_request_t *previous);

/* Closes everything. NULL is fine. In a forked child too. */
void persist_worker_destroy(persist_worker_t *worker);

/* ---- what is asked ---- */

/* All variables (RFC 3875 and what httpd adds) as one block, valid as long as
 * the request. */
const char *persist_request_variables(const persist_request_t *request,
                                      size_t *len);

/* The value of one variable; NULL when it is not there. */
const char *persist_request_variable(const persist_request_t *request,
                                     const char *name);

/* Steps through the variables: set *place to 0 first. Returns 1 with *name and
 * *value set, 0 at the end. */
int persist_request_each(const persist_request_t *request, size_t *place,
                         const char **name, const char **value);

/* REQUEST_METHOD; never NULL. */
const char *persist_request_method(const persist_request_t *request);

/* The id under which httpd logs this request; never NULL. */
const char *persist_request_id(const persist_request_t *request);

/* Milliseconds until the soft deadline, 0 when it has passed; -1: none. */
long persist_request_time_left(const persist_request_t *request);

/* 1 when nobody waits for the answer any more (the client has gone, or the
 * deadline has passed), else 0. */
int persist_request_cancelled(persist_request_t *request);

/* 1 when persistd has said that the soft deadline has passed, else 0. Any
 * thread, while the request is out. */
int persist_request_late(const persist_request_t *request);

/* Reads up to n bytes of the body; waits for at least one. 0 at its end.
 * -1: EPIPE when the client has gone, EIO when its body is broken (cut off, or
 * too long), EPROTO when httpd broke the protocol, EINTR. After the response
 * has ended there is nothing to read: 0. */
long persist_request_read(persist_request_t *request, void *buffer, size_t n);

/* ---- what is answered ----
 * -1: EINVAL for a status outside 200…599, a header name that is no token, a
 * value with control characters or a block that is none; E2BIG for more than
 * about 500 headers or 1 MiB of them; EALREADY for a response that was begun
 * or ended before; EPIPE when the client has gone; ENOMEM. Nothing has been
 * sent with EINVAL, E2BIG and EALREADY. */

/* An interim response: 102 or 103, others are refused by EINVAL. httpd takes 16
 * for a request: -1 also with ERANGE for more. */
int persist_request_info(persist_request_t *request, unsigned status,
                         const char *headers, size_t headers_len);

/* The whole response. flags are those of enum persist_response_flags. */
int persist_request_respond(persist_request_t *request, unsigned status,
                            const char *headers, size_t headers_len,
                            const void *body, size_t body_len, unsigned flags);

/* The head of a response that comes in pieces. It goes out with the first of
 * them, when the body is read on, by persist_request_cancelled() or
 * persist_request_flush() … */
int persist_request_start(persist_request_t *request, unsigned status,
                          const char *headers, size_t headers_len,
                          unsigned flags);

/* … each piece, sent at once … (EINVAL also: not started) */
int persist_request_write(persist_request_t *request, const void *bytes,
                          size_t n);

/* … or a part of a regular file, from offset on, which httpd reads; a length of
 * -1 means up to the file's end. fd need not stay open, but the file must not
 * get shorter. It goes out with the next piece or with the end; when it is all
 * of the body, httpd knows the length and serves ranges of it.
 * -1 also: EBADF for what is not open for reading, EISDIR, ESPIPE for what has
 * no offsets, ERANGE for more than the file has. */
int persist_request_send_file(persist_request_t *request, int fd,
                              long long offset, long long length);

/* … what has not gone out of them does now … */
int persist_request_flush(persist_request_t *request);

/* … and the end. PERSIST_AFTER is the only flag. */
int persist_request_finish(persist_request_t *request, unsigned flags);

/* The end with trailers behind the body. Only HTTP/2 clients get them. */
int persist_request_finish_trailers(persist_request_t *request,
                                    const char *trailers, size_t trailers_len,
                                    unsigned flags);

/* The rest can't be sent: httpd aborts the client's stream, so that nobody
 * takes it for whole. PERSIST_AFTER is the only flag. */
int persist_request_abort(persist_request_t *request, unsigned flags);

/* A line (or lines) for httpd's error log, under the request's id. level is
 * that of syslog, 0 (emergency) … 7 (debug). After the response has ended it
 * goes to stderr. What a program writes to stdout or stderr is logged, too, but
 * with the script and the pid only: nobody knows for which request it was. */
int persist_request_log(persist_request_t *request, unsigned level,
                        const char *text, size_t n);

#ifdef __cplusplus
}
#endif

#endif /* PERSIST_WORKER_H */
