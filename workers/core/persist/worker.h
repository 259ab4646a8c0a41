/* SPDX-License-Identifier: Apache-2.0 */
/* persist/worker.h: the worker's side of mod_persist. A program that loops over
 * persist_worker_next() stays resident and answers requests from httpd:
 *
 *     persist_worker_t *worker = persist_worker_open("c", 0);
 *     persist_request_t *request = NULL;
 *     while ((request = persist_worker_next(worker, request)))
 *         persist_request_respond(request, 200,
 *                                 PERSIST_BLOCK("Content-Type\0text/plain"),
 *                                 "hello", 5, 0);
 *     persist_worker_destroy(worker);
 *
 * A *block* is a sequence of NUL-terminated strings: name, value, name, value …
 * Its length includes the last NUL. The variables of a request and the headers
 * of a response are blocks.
 *
 * Functions that return int return 0 or a count, or -1 with errno set. Threads
 * may share a worker; a request belongs to the thread that got it. */

#ifndef PERSIST_WORKER_H
#define PERSIST_WORKER_H

#include <persist/version.h>

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A string literal as two arguments, a block and its length. The compiler adds
 * the last NUL: PERSIST_BLOCK("Content-Type\0text/html\0X-Powered-By\0persist")
 */
#define PERSIST_BLOCK(literal) (literal), sizeof(literal)

/* Headers that a response may have. */
#define PERSIST_HEADERS_MAX 509

typedef struct persist_worker persist_worker_t;
typedef struct persist_request persist_request_t;

enum persist_worker_flags {
    /* When a signal handler has run, persist_worker_next() and
     * persist_request_read() fail with EINTR instead of waiting on. For
     * interpreters, which run the rest of their signal handling outside of the
     * handler. */
    PERSIST_INTERRUPTIBLE = 1
};

enum persist_response_flags {
    PERSIST_CGI = 1,   /* Status and Location work as in RFC 3875, 6.2 */
    PERSIST_AFTER = 2, /* the program works on after the response has ended: the
                        * next request does not come before it calls
                        * persist_worker_next() */
    PERSIST_FAULT = 4 /* the program has failed, and this stands for its answer:
                       * httpd logs PERSIST4012 and shows its own page instead
                       * where it has one (ErrorDocument). Only for
                       * persist_request_respond() with a status from 500 on;
                       * PERSIST_CGI has no effect then */
};

/* ---- the worker ---- */

/* Makes this process a worker: takes over the listening socket that persistd
 * has left open and that the variable PERSIST_WORKER names. Call it once, as
 * the first thing, before the program starts a thread. The function unsets the
 * variable, has the socket closed on exec and in forked children, and installs
 * a handler for one real-time signal (with SA_RESTART).
 * sdk is a name and a version like "python 0.1.0", shown in status pages; flags
 * are those of enum persist_worker_flags.
 * A worker that has no persistd ends by itself after 30 seconds (or
 * PERSIST_ORPHAN_SECONDS in the environment), even when its program hangs.
 * Returns NULL with errno ENOENT when there is no PERSIST_WORKER (persistd did
 * not start the program), EPROTONOSUPPORT when it names another version of the
 * protocol, EINVAL when it names no listening Unix socket, EBUSY on a second
 * call, or the errno of a system call. */
persist_worker_t *persist_worker_open(const char *sdk, unsigned flags);

/* Sets what the message READY will report to persistd. capacity is the number
 * of threads that will call persist_worker_next() (1…1024). PersistThreads asks
 * for a number by the environment variable PERSIST_THREADS: a program that does
 * not know better should read it. files, of files_len bytes, has the absolute
 * paths of the code that has been loaded, each ended by NUL; if they do not all
 * fit into a message, the first ones are sent. The path in PERSIST_ENV_FILE, an
 * application's .env, belongs to them.
 * With capacity 1 the library takes one more request from httpd while the
 * program works at one, and hands it out when that is over.
 * Optional: without this call, capacity is 1 and there are no files. Call it
 * before the first persist_worker_next(). Returns 0, or -1 with errno EINVAL,
 * ENOMEM, or EBUSY when the loop has been entered. */
int persist_worker_ready(persist_worker_t *worker, unsigned capacity,
                         const char *files, size_t files_len);

/* Makes READY say that the program reads as many bytes of a body as
 * CONTENT_LENGTH says, as WSGI, Rack and CGI do: httpd gathers a body whose
 * length the client has not told (it comes in chunks, or a filter changes it)
 * before it sends the request, or refuses it. Call it before the first
 * persist_worker_next(). Returns 0, or -1 with errno EBUSY when the loop has
 * been entered. */
int persist_worker_by_length(persist_worker_t *worker);

/* Reports that the script has loaded more code. files has all paths again, in
 * the form of persist_worker_ready(), after which any thread may call this.
 * Returns 0, or -1 with errno ENOMEM. */
int persist_worker_loaded(persist_worker_t *worker, const char *files,
                          size_t files_len);

/* Makes READY name the signal number (1…64) instead of the library's own.
 * persistd sends this signal when a request has passed its soft deadline. The
 * program's handler, or code that the handler causes to run, then calls
 * persist_worker_look() and checks persist_request_late(). For languages that
 * raise an exception at the deadline. The program must have a handler for the
 * signal from now on, because the signal ends the process otherwise. Call it
 * before the first persist_worker_next().
 * Returns 0, or -1 with errno EINVAL, or EBUSY when the loop has been
 * entered. */
int persist_worker_signal(persist_worker_t *worker, int number);

/* Takes in what persistd has sent while threads were at work. Any thread may
 * call it, but no signal handler. */
void persist_worker_look(persist_worker_t *worker);

/* What a program does around the fork that makes a clone of it. Each function
 * may be NULL. */
typedef struct persist_clone_hooks {
    /* Runs before the fork; closes what the processes must not share, like
     * connections to databases, and ends all other threads. */
    void (*before)(void *context);
    /* Runs after the fork in both processes, which both go on. Starts the
     * threads again. */
    void (*after)(void *context);
    /* Passed to both functions. */
    void *context;
} persist_clone_hooks_t;

/* Allows persistd to order copies of this process (clones) instead of starting
 * the program again, once this process has served that many requests (0: at
 * once). Clones are made inside persist_worker_next(), and only while there is
 * no request and the process has one thread at the moment of fork(2). Threads
 * that end before it, by the hook before or by a language's own way to fork
 * (do_fork), are no obstacle. Random numbers of the C library repeat
 * in each clone unless the hook after seeds them again.
 * hooks are called around the fork. With NULL the program makes the forks
 * itself, as an interpreter must: see persist_worker_fork(). Call it before the
 * first persist_worker_next().
 * Returns 0, or -1 with errno EBUSY when the loop has been entered. */
int persist_worker_clones(persist_worker_t *worker, unsigned requests,
                          const persist_clone_hooks_t *hooks);

/* Makes the process between the worker and its clone. Call it when
 * persist_worker_next() has returned NULL with errno ECHILD. Returns 0 in the
 * new process, which forks once more in the language's own way and then ends by
 * _exit(), with the status 0 if that fork has worked; its child becomes the
 * clone by persist_worker_clone(). Returns 1 in the worker, after persistd has
 * been informed whether there is a clone. */
int persist_worker_fork(persist_worker_t *worker);

/* The same for an interpreter that must make every fork itself: do_fork makes
 * the process and returns what fork(2) returns. context is passed to it. It
 * must use the C library's fork(), which calls the handlers of
 * pthread_atfork(3). A runtime that has threads of its own, for timers, signals
 * or finalizers, ends them in do_fork and starts them again in both processes.
 * If another thread is left, there is no clone: the new process ends at once.
 */
int persist_worker_fork_by(persist_worker_t *worker,
                           int (*do_fork)(void *context), void *context);

/* To be called in the clone: makes it a worker with its own descriptors and its
 * own process group. Returns 0; the program then goes on with
 * persist_worker_next(). Returns -1 with errno on failure; the clone must then
 * call _exit(1). */
int persist_worker_clone(persist_worker_t *worker);

/* Waits for the next request and returns it. previous is the request that this
 * thread got before, or NULL. It is given back and is over, whatever the
 * function returns: a request without a response gets a 500 (PERSIST_FAULT), a
 * response that was started and not finished is aborted. The returned request
 * is valid until it is given back here. Returns NULL with errno 0 when the
 * worker must end (all requests of all threads are over by then), EINTR with
 * PERSIST_INTERRUPTIBLE (call again, with NULL), ECHILD when the program must
 * call persist_worker_fork() (then call again, with NULL), or the errno of a
 * system call. */
persist_request_t *persist_worker_next(persist_worker_t *worker,
                                       persist_request_t *previous);

/* With PERSIST_INTERRUPTIBLE: returns a non-blocking descriptor to which a
 * signal handler writes one byte other than 0. The byte ends the wait of the
 * thread that has opened the worker. Without it a signal that comes just before
 * the wait begins would be missed. */
int persist_worker_interrupt_fd(const persist_worker_t *worker);

/* ---- many requests at a time in one thread ----
 *
 * A program with an event loop of its own watches one descriptor instead of
 * calling persist_worker_next():
 *
 *     int fd = persist_worker_fd(worker);
 *     while (!stopped && poll(&(struct pollfd){fd, POLLIN, 0}, 1, -1))
 *         while ((news = persist_worker_pump(worker, &request)) > 0)
 *             act(request, news);
 *
 * No function of the worker and its requests waits then, and they belong to the
 * one thread that calls the pump:
 * - persist_request_read() fails with EAGAIN until there is PERSIST_INPUT.
 * - What the socket does not take is kept in memory and sent when there is
 *   room. A program that keeps little uses persist_request_write_some() and
 *   waits for PERSIST_SENT while persist_request_unsent() is not 0.
 * - persist_request_send_file() fails with EAGAIN while something is kept, and
 *   with EOPNOTSUPP where httpd takes no files, or where the file has no size.
 */

enum persist_news {
    PERSIST_NEW = 1,   /* the request has come */
    PERSIST_INPUT = 2, /* persist_request_read() may have something */
    PERSIST_SENT = 4,  /* nothing is kept any more */
    PERSIST_GONE = 8,  /* the client has gone. The program should end and close
                        * the request within 100 ms; its unit is taken for busy
                        * until it has */
    PERSIST_LATE = 16, /* the soft deadline has passed */
    /* these two belong to no request */
    PERSIST_STOP = 32, /* the worker must end, when its requests are over.
                        * Further ones are refused */
    PERSIST_PAUSE = 64 /* the process has no free descriptor: call the pump
                        * again in a tenth of a second; the descriptor will not
                        * show that there is something to do */
};

/* Makes the worker an asynchronous one, which makes no clones. To be called
 * once instead of persist_worker_next(), after persist_worker_ready(), whose
 * capacity is the number of requests that the program takes at a time. Returns
 * a descriptor that is readable while persist_worker_pump() may have something
 * to report; only its readability counts. Returns -1 with errno on failure. */
int persist_worker_fd(persist_worker_t *worker);

/* Takes in what has come. Returns bits of enum persist_news with *request set
 * to the request that they are about, or to NULL. Returns 0 when there is
 * nothing more: the program must call it until then. Returns -1 with the errno
 * of a system call. */
int persist_worker_pump(persist_worker_t *worker, persist_request_t **request);

/* Gives the request back: it is over and not valid any more. A response that
 * the program has not ended is ended as persist_worker_next() does. What is
 * kept of it will be sent, if the program goes on to call the pump. */
void persist_request_close(persist_request_t *request);

/* Returns how many bytes are kept. */
size_t persist_request_unsent(const persist_request_t *request);

/* Sends a part of a piece: as much as the socket takes, and at most 96 KiB that
 * are kept. Returns how many bytes that are; 0 while something is kept. Errors
 * are those of persist_request_write(). */
long persist_request_write_some(persist_request_t *request, const void *bytes,
                                size_t n);

/* Notes an address of the program's for the request (NULL at its start). */
void persist_request_set_context(persist_request_t *request, void *context);
void *persist_request_context(const persist_request_t *request);

/* ---- the end ---- */

/* For a program that ends of its own accord: reports the end to persistd, gives
 * previous back as persist_worker_next() does, and waits until no new request
 * can come (30 seconds at most). Requests that still come are refused, and
 * httpd runs them on another worker. Other threads finish their requests and
 * get NULL from persist_worker_next(). If persistd has already ordered the end,
 * the function only gives previous back. In an asynchronous worker it does not
 * wait: the pump reports PERSIST_STOP. */
void persist_worker_leave(persist_worker_t *worker,
                          persist_request_t *previous);

/* Closes all descriptors of the worker and frees it. worker may be NULL. May be
 * called in a forked child, too. */
void persist_worker_destroy(persist_worker_t *worker);

/* ---- the request ---- */

/* Returns all variables (of RFC 3875 and those that httpd adds) as one block
 * and sets *len to its length. Valid as long as the request. */
const char *persist_request_variables(const persist_request_t *request,
                                      size_t *len);

/* Returns the value of one variable, or NULL when there is none of that name.
 */
const char *persist_request_variable(const persist_request_t *request,
                                     const char *name);

/* Steps through the variables: set *place to 0 first. Returns 1 with *name and
 * *value set, 0 at the end. */
int persist_request_each(const persist_request_t *request, size_t *place,
                         const char **name, const char **value);

/* Returns REQUEST_METHOD; "" when it is missing, never NULL. */
const char *persist_request_method(const persist_request_t *request);

/* Returns the id under which httpd logs this request; never NULL. */
const char *persist_request_id(const persist_request_t *request);

/* Returns the milliseconds until the soft deadline, 0 when it has passed, or -1
 * when there is none. */
long persist_request_time_left(const persist_request_t *request);

/* Returns 1 when no client waits for the response any more (the client has
 * gone, or the soft deadline has passed), else 0. Sends what is held back of
 * the response. */
int persist_request_cancelled(persist_request_t *request);

/* Returns 1 when persistd has reported that the soft deadline has passed, else
 * 0. Any thread may call it until the request is given back. */
int persist_request_late(const persist_request_t *request);

/* Reads up to n bytes of the body; waits for at least one. Returns their
 * number, or 0 at the end of the body and after the response has ended. Returns
 * -1 with errno EPIPE when the client has gone, EIO when the body is broken
 * (cut off, or too long), EPROTO when httpd broke the protocol, ENOMEM, or
 * EINTR with PERSIST_INTERRUPTIBLE. */
long persist_request_read(persist_request_t *request, void *buffer, size_t n);

/* ---- the response ----
 * These functions return 0, or -1 with errno
 *   EINVAL    the status is outside 200…599 (500…599 with PERSIST_FAULT), a
 *             header's name is not a token, a value has control characters, or
 *             the headers are not a block
 *   E2BIG     there are more than PERSIST_HEADERS_MAX headers, or more bytes
 *             of them than a frame of 2 MiB has room for
 *   EALREADY  the response was started or ended before
 *   EPIPE     the client has gone
 *   ENOMEM
 *
 * With EINVAL, E2BIG and EALREADY nothing has been sent. */

/* Sends an interim response. status is 102 or 103; for others errno is EINVAL.
 * httpd takes 16 for a request; for one more errno is ERANGE. */
int persist_request_info(persist_request_t *request, unsigned status,
                         const char *headers, size_t headers_len);

/* Sends the whole response. flags are those of enum persist_response_flags. */
int persist_request_respond(persist_request_t *request, unsigned status,
                            const char *headers, size_t headers_len,
                            const void *body, size_t body_len, unsigned flags);

/* Starts a response that is sent in pieces, with its head. The head is held
 * back. It is sent with the first piece, by persist_request_cancelled() or
 * persist_request_flush(), or before persist_request_read() waits for more of
 * the body. flags: PERSIST_CGI. */
int persist_request_start(persist_request_t *request, unsigned status,
                          const char *headers, size_t headers_len,
                          unsigned flags);

/* Sends a piece of n bytes at once. errno is EINVAL also when the response was
 * not started; this goes for all functions below except persist_request_flush()
 * and persist_request_log(). */
int persist_request_write(persist_request_t *request, const void *bytes,
                          size_t n);

/* Adds a part of a regular file as a piece: length bytes from offset on, or up
 * to the file's end with a length of -1. httpd reads the file. fd may be closed
 * after the call, but the file must not get shorter. The piece is held back: it
 * is sent with the next piece or with the end. If it is all of the body, httpd
 * has the length and can serve ranges of it, and a 200 gets ETag and
 * Last-Modified from the file's time, each unless it is set: httpd then also
 * answers what the client has already with 304. A file whose size is 0, as
 * those of /proc, is read here up to its end, and its bytes are sent. errno may
 * also be EBADF when fd is not open for reading, EISDIR for a directory, ESPIPE
 * for another file that is not regular, or ERANGE when the file has no such
 * part. */
int persist_request_send_file(persist_request_t *request, int fd,
                              long long offset, long long length);

/* Sends what is held back (the head, or a part of a file), if anything is. */
int persist_request_flush(persist_request_t *request);

/* Ends the response. PERSIST_AFTER is the only flag. */
int persist_request_finish(persist_request_t *request, unsigned flags);

/* The same, with trailers after the body. Only HTTP/2 clients get them. */
int persist_request_finish_trailers(persist_request_t *request,
                                    const char *trailers, size_t trailers_len,
                                    unsigned flags);

/* Ends a response whose rest cannot be sent: httpd aborts the client's stream,
 * so that the client does not take the response for a complete one.
 * PERSIST_AFTER is the only flag. */
int persist_request_abort(persist_request_t *request, unsigned flags);

/* Writes a line (or lines) of n bytes to httpd's error log, under the request's
 * id. level is that of syslog, from 0 (emergency) to 7 (debug); errno is EINVAL
 * for others. After the response has ended, and when httpd does not listen any
 * more because the client has gone, the text goes to stderr. What a
 * program writes to stdout or stderr is also logged, but only with the script
 * and the pid, because its request is not known. */
int persist_request_log(persist_request_t *request, unsigned level,
                        const char *text, size_t n);

#ifdef __cplusplus
}
#endif

#endif /* PERSIST_WORKER_H */
