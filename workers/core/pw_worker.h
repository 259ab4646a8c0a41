/* SPDX-License-Identifier: Apache-2.0 */
/* pw_worker.h: the record of the worker, which all its threads share.
 *
 * The lock guards the table of connections, the control connection and the
 * counts. No thread blocks while it holds the lock, because the fork handlers
 * take it (pw_fork.c). */

#ifndef PW_WORKER_H
#define PW_WORKER_H

#include "persist/worker.h"
#include "pw_conn.h"
#include "pw_poller.h"
#include "wire_message.h"
#include "wire_token.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#define PW_UNITS_MAX 1024u /* most units of a worker: SLOTS_UNITS */
#define PW_FILES_MAX 900u  /* most paths: a frame has 1024 elements in all */
#define PW_PASSED 2        /* descriptors that come with FORK */

/* Tags of events that belong to no connection. */
#define PW_TAG_LISTEN UINT64_MAX
#define PW_TAG_WAKE (UINT64_MAX - 1)

/* A value of asked: a thread takes in what may be a request of the unit. */
#define PW_PROBE_AGAIN 2

struct persist_worker {
    /* set before the loop, except files */
    char *sdk;         /* name and version, for READY */
    unsigned flags;    /* of enum persist_worker_flags */
    unsigned capacity; /* units: 1…PW_UNITS_MAX */
    char *files;       /* block of at most PW_FILES_MAX paths, for READY and
                        * FILES; guarded by the lock */
    size_t files_len;  /* its length */
    int signal;        /* that READY names; 0: the orphan watch's */
    int by_length;     /* 1: the program reads CONTENT_LENGTH bytes */

    /* clones; only one thread makes them */
    int clones;            /* 1: the program allows them */
    unsigned clones_after; /* requests to be served before the first */
    int forks_itself;      /* 1: hooks is set. 0: the program does the forks */
    persist_clone_hooks_t hooks; /* called around the fork */
    int passed[PW_PASSED]; /* from FORK: listening socket, output; -1: none */
    int clone_pipe;        /* the clone writes a byte to it; -1: none */
    unsigned
        fork_threads; /* threads of the process at the clone's first fork */
    _Atomic int fork_asked; /* 1: make a clone when the loop is idle */
    uint64_t served; /* requests that are over; counted with the lock held */

    int listen_fd;       /* listening socket */
    pthread_t opener;    /* thread that called persist_worker_open(). In an
                          * interpreter the main one, which runs its handlers */
    _Atomic int waiting; /* 1: the opener waits for a request */
    _Atomic int called;  /* 1: the opener must return, or not begin to wait */
    int wake[2];         /* pipe: a byte makes a thread in the loop check
                          * stopped and the orphan watch's stash */
    pw_poller_t poller;  /* listen_fd, wake[0] and all connections */

    /* asynchronous; used by the one thread that calls the pump */
    int asynchronous; /* 1: no function of the worker or its requests waits */
    int told;         /* 1: PERSIST_STOP has been reported */
    int deaf;         /* 1: listen_fd is not in the poller, for want of
                       * descriptors */
    persist_request_t *first_noted; /* requests with news, oldest first */
    persist_request_t *last_noted;

    pthread_mutex_t lock;
    pthread_cond_t idle; /* signalled when running becomes 0 after stopped */
    _Atomic int entered; /* 1: the loop has begun */
    _Atomic int leaving; /* 1: the script has ended its loop */
    unsigned running;    /* requests that the script works at */
    pw_conn_t *control;  /* the control connection; NULL: none */
    unsigned probes;     /* how many PROBEs are not yet answered */
    /* By unit: a PROBE is not yet answered. */
    unsigned char probed[PW_UNITS_MAX];
    pw_conn_t *conns[PW_CONNS_MAX]; /* the table of connections */
    _Atomic unsigned count;         /* records in the table; it only grows */

    /* 1 or PW_PROBE_AGAIN: a PROBE waits for its answer. */
    _Atomic int asked;
    /* Turns of the loop after which the PROBE is answered at the latest. */
    _Atomic int turns;
    _Atomic int starved; /* 1: no descriptor was free for the last connection,
                          * and that has been logged */
    /* Threads that are putting a new connection into the table. */
    _Atomic int accepting;
    _Atomic int stopped;   /* 1: end. Set by STOP and by the orphan watch */
    _Atomic int attention; /* 1: control has something. Set by the handler */
};

/* True if the worker runs its requests one after the other, but takes further
 * ones while it is busy: they wait in its sockets, with tokens. */
static inline int pw_worker_takes_ahead(const persist_worker_t *worker)
{
    return worker->capacity == 1 && !worker->asynchronous &&
           wire_token_is_known();
}

/* How many requests httpd may have sent at a time. */
static inline unsigned pw_worker_units(const persist_worker_t *worker)
{
    return pw_worker_takes_ahead(worker) ? WIRE_AHEAD_UNITS : worker->capacity;
}

#endif /* PW_WORKER_H */
