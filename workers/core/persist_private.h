/* SPDX-License-Identifier: Apache-2.0 */
/* persist_private.h: what the files of libpersist-worker share.
 *
 * A connection is *held* by one thread at a time (busy); only the holder
 * touches its buffers and its request. The worker's lock guards the table of
 * connections, the control connection and the counts; nothing blocks while it
 * is held, because fork(2) takes it. Connections are never freed before the
 * worker, only used again: a tag (index and generation) from the poller shows
 * whether it still means the same one. */

#ifndef PERSIST_PRIVATE_H
#define PERSIST_PRIVATE_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* accept4, POLLRDHUP, F_SETSIG, struct ucred */
#endif

#include "persist/worker.h"
#include "persist_poller.h"
#include "wire_message.h"

#include <stdatomic.h>
#include <stdint.h>
#include <string.h>

#pragma GCC visibility push(hidden)

#define PERSIST_CONNS_MAX 4096u
#define PERSIST_UNITS_MAX 16u
#define PERSIST_PASSED 2            /* descriptors that come with FORK */
#define PERSIST_WINDOW (256u << 10) /* credit given for a request's body */

/* Tags of the poller that are no connections. */
#define PERSIST_TAG_LISTEN UINT64_MAX
#define PERSIST_TAG_WAKE (UINT64_MAX - 1)

typedef struct persist_conn persist_conn_t;

enum persist_answer {
    PERSIST_ASKED,     /* nothing of the response has been sent */
    PERSIST_ANSWERING, /* its head has */
    PERSIST_ENDED,     /* all of it has */
    PERSIST_LOST       /* sending has failed: nobody is there any more */
};

struct persist_request {
    persist_conn_t *conn;
    enum persist_answer answer;
    unsigned informed; /* interim responses that have been sent */
    uint64_t seq;
    const char *variables; /* in the reader's buffer, or in kept */
    size_t variables_len;
    char *kept; /* once the buffer is needed for the body */
    int64_t deadline_us;
    char id[WIRE_REQUEST_ID_MAX + 1];
    wire_bytes_t chunk;  /* body bytes here and not yet read */
    enum wire_mark mark; /* of what comes behind chunk */
    uint64_t credit;     /* body bytes asked for and not yet come */
    int error;           /* errno that every further read gives */
    _Atomic int late;    /* any thread, by DEADLINE */
};

enum persist_role { PERSIST_NEW, PERSIST_DATA, PERSIST_CONTROL };

struct persist_conn {
    persist_worker_t *worker;
    uint32_t index;
    /* guarded by the worker's lock */
    uint32_t generation;
    enum persist_role role;
    unsigned unit; /* below PERSIST_UNITS_MAX */
    int busy;      /* a thread holds it */
    int edge;      /* something came while it was held */
    /* written under the lock, also read by the orphan watch's handler */
    _Atomic int fd;      /* -1: free */
    _Atomic int running; /* its request is with the script */
    /* the holder's */
    int broken;      /* closed as soon as it is given back */
    int takes_files; /* OPEN has said so */
    size_t held;     /* bytes in out that wait for the next frame */
    int passed;      /* descriptor that goes with them, or -1 */
    wire_reader_t reader;
    msgpack_sbuffer out;
    persist_request_t request;
};

struct persist_worker {
    char *sdk;
    unsigned flags;
    unsigned capacity;
    char *files;
    size_t files_len;
    int signal; /* of READY; 0: the orphan watch's */

    /* persist_clone.c: the one thread that clones are made by */
    int clones;            /* the program allows them … */
    unsigned clones_after; /* … when it has served so many requests */
    int forks_itself;      /* hooks is set; else the program does the forks */
    persist_clone_hooks_t hooks;
    int passed[PERSIST_PASSED]; /* with FORK: listening socket, output; -1 */
    int clone_pipe;             /* tells the original that there is a clone */
    _Atomic int fork_asked;     /* to be done when the loop has time */
    uint64_t served;            /* requests; counted with the lock held */

    int listen_fd;
    pthread_t opener; /* an interpreter's main thread, which has its handlers */
    _Atomic int waiting; /* it does, for a request … */
    _Atomic int called;  /* … and shall come back, or not begin to wait */
    int wake[2]; /* a byte: look at stopped and at the orphan watch's stash */
    persist_poller_t poller;

    pthread_mutex_t lock;
    pthread_cond_t idle; /* running has become 0 */
    _Atomic int entered; /* the loop has begun */
    _Atomic int leaving; /* the script has ended it */
    unsigned running;
    persist_conn_t *control;
    unsigned probes; /* bits of units: PROBEs not yet answered */
    persist_conn_t *conns[PERSIST_CONNS_MAX];
    _Atomic unsigned count; /* of conns; they only grow */

    _Atomic int asked;     /* look whether a PROBE can be answered */
    _Atomic int turns;     /* … after so many at the latest */
    _Atomic int stopped;   /* set by STOP and by the orphan watch */
    _Atomic int attention; /* control has something: set by the handler */
};

/* persist_fd.c: descriptors */
int persist_fd_cloexec(int fd);
int persist_fd_nonblock(int fd);
int persist_fd_pipe(int fds[2]);
int persist_fd_accept(int listen_fd);
int persist_fd_is_listener(int fd);
/* How many bytes may wait in the socket until the other end reads them; the
 * kernel takes it for an advice. */
int persist_fd_send_room(int fd, int bytes);
/* Whether the process at the other end runs as our user. */
int persist_fd_peer_is_us(int fd);
/* Whether the other end has shut down its sending side or is gone. */
int persist_fd_hung_up(int fd);

/* persist_clock.c: CLOCK_MONOTONIC in microseconds */
int64_t persist_clock_us(void);

/* persist_stderr.c: one line, to the log of the worker as a whole */
void persist_stderr(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

/* persist_fork.c: the one worker of this process, and its end in children */
int persist_fork_guard(persist_worker_t *worker);
void persist_fork_release(void);
persist_worker_t *persist_fork_worker(void);

/* persist_conn.c */
/* A connection held by the caller, from an accepted descriptor which is closed
 * on failure. NULL: no memory or too many. */
persist_conn_t *persist_conn_open(persist_worker_t *worker, int fd);
/* Holds the connection that an event means; NULL: not for this thread. */
persist_conn_t *persist_conn_take(persist_worker_t *worker, uint64_t tag);
/* Gives it back; 0 when something has come meanwhile and it is still held. */
int persist_conn_rest(persist_conn_t *conn);
void persist_conn_close(persist_conn_t *conn);
/* In a forked child, where its descriptor has been closed: as if new. */
void persist_conn_forget(persist_conn_t *conn);
/* Its request goes to the script. */
void persist_conn_run(persist_conn_t *conn);
/* Its request has come back: 1 when there may be more to take in and the
 * connection is still held, 0 when it has been given back or closed. */
int persist_conn_done(persist_conn_t *conn);
/* With the lock held: whether a request of the unit is with the script. */
int persist_conn_unit_runs(const persist_worker_t *worker, unsigned unit);

/* persist_input.c */
/* Takes in what has come on a connection that the caller holds. Returns a
 * request to run, the connection still held; or NULL, and it is given back. */
persist_request_t *persist_input(persist_conn_t *conn, int hangup);
/* Logs what the peer did wrong. */
void persist_input_violation(const char *what);

/* persist_control.c */
/* With the connection's OPEN read: it is the control connection now. -1: it is
 * of no use. */
int persist_control_adopt(persist_conn_t *conn);
int persist_control_frame(persist_conn_t *conn, const wire_message_t *message);
/* With the lock held. */
void persist_control_lost(persist_worker_t *worker);
/* When all that has come is taken in: IDLE for the units that are. */
void persist_control_answer(persist_worker_t *worker);
/* From here on requests are refused; persistd is told that first. */
void persist_control_leaving(persist_worker_t *worker);
void persist_control_files(persist_worker_t *worker);
/* Takes in what control has, if the handler says so; in any thread. */
void persist_control_look(persist_worker_t *worker);

/* persist_open.c: makes all that belongs to a listening socket. -1: nothing. */
int persist_open_prepare(persist_worker_t *worker);

/* persist_clone.c */
void persist_clone_init(persist_worker_t *worker);
/* Descriptors have come on control: they belong to the next FORK. */
void persist_clone_take(persist_worker_t *worker, const int *fds, int count);
/* FORK has come: fork_asked is set, or it is refused. -1: control is gone. */
int persist_clone_asked(persist_worker_t *worker);
/* In the loop: whether the clone can be made now; else it is refused. */
int persist_clone_may(persist_worker_t *worker);
int persist_clone_answer(persist_worker_t *worker, int refused);
/* With forks_itself: makes the clone, and returns in both. */
void persist_clone_run(persist_worker_t *worker);

/* persist_request.c */
/* From a REQUEST in the connection's buffer. -1: its variables are no block. */
int persist_request_begin(persist_conn_t *conn, const wire_request_t *asked);
/* Its end, answered or not. */
void persist_request_close(persist_request_t *request);
/* Moves the variables out of the connection's buffer. */
int persist_request_keep(persist_request_t *request);

/* persist_response.c */
/* Whether the response is in this state; errno says why not. */
int persist_response_is_at(const persist_request_t *request,
                           enum persist_answer answer);

/* persist_block.c */
/* The block's strings, without their NULs, as a list over items. -1: not ended
 * by NUL, or more than fit (E2BIG). */
int persist_block_list(const char *block, size_t len, wire_bytes_t *items,
                       size_t items_max, wire_list_t *list);
/* The same for headers: pairs, and only what HTTP allows. */
int persist_block_headers(const char *block, size_t len, wire_bytes_t *items,
                          wire_list_t *list);

/* persist_output.c */
/* Frames are added to an empty buffer, or behind those that are held. */
void persist_output_reset(persist_conn_t *conn);
int persist_output_add(persist_conn_t *conn, wire_kind_t kind,
                       const void *fields, size_t *split);
/* Sends what was added, with the payload at split unless it is empty. */
int persist_output_send(persist_conn_t *conn, size_t split,
                        wire_bytes_t payload);
/* What has been added goes out with the next frame, and the descriptor (-1:
 * none) with it: the connection's now, and there must be none yet. */
void persist_output_hold(persist_conn_t *conn, int fd);
/* Sends what is held, if anything is. */
int persist_output_flush(persist_conn_t *conn);
/* Forgets it. */
void persist_output_drop(persist_conn_t *conn);
/* One whole frame without payload, never waiting: for control. */
int persist_output_now(persist_conn_t *conn, wire_kind_t kind,
                       const void *fields);

/* persist_orphan.c: sees to it that a worker which nobody looks after ends */
int persist_orphan_start(persist_worker_t *worker);
void persist_orphan_stop(void);
/* In a forked child, which has no timer and none of the descriptors. */
void persist_orphan_forget(void);
/* The loop has a control connection, or none any more. */
void persist_orphan_adopted(int fd);
void persist_orphan_closed(void);
/* A descriptor that the handler has accepted for the loop; -1: none. */
int persist_orphan_stashed(void);
/* The signal by which control's traffic shows while all threads are busy. */
int persist_orphan_signal(void);

/* persist_worker.c: makes threads in persist_worker_next() look around; async-
 * signal-safe. */
void persist_worker_wake(persist_worker_t *worker);

#pragma GCC visibility pop

#endif /* PERSIST_PRIVATE_H */
