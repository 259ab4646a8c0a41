/* SPDX-License-Identifier: Apache-2.0 */
/* news.h: what happened to a worker that its pool has to learn. worker/ is
 * below pool/, so it calls pd->heard(), which main() has set to
 * pool_hears(). */

#ifndef NEWS_H
#define NEWS_H

#include "decide/life.h"
#include "state/pool.h"
#include "state/worker.h"

typedef enum news_kind {
    NEWS_READY,   /* READY came */
    NEWS_LOADED,  /* the worker has loaded more files */
    NEWS_LEAVING, /* LEAVING came, and the worker leaves */
    NEWS_ENDED    /* its process has ended; the record is freed */
} news_kind_t;

/* The facts about a worker that leaves unasked, or whose process has ended. */
typedef struct worker_end {
    life_outcome_t outcome;
    int fault;  /* the wire_fault_t for which we killed it; 0: none */
    int status; /* from waitpid, or REAP_UNKNOWN */
    int cloned;
    int is_app; /* persist-app has started it */
    int served; /* it has been given a request */
    pid_t pid;
    int64_t began;       /* µs: when its start began */
    int64_t age;         /* µs in its last state */
    const char *what;    /* how we killed it; NULL: see status */
    const char *offence; /* its violation of the protocol; NULL: none */
    const char *words;   /* the end of its output, or "" */
} worker_end_t;

/* Valid only during the call. */
typedef struct worker_news {
    news_kind_t kind;
    worker_t *worker; /* NULL: it has been freed */
    pool_t *pool;     /* NULL: the worker was a straggler */
    /* Set for NEWS_READY and NEWS_LOADED: */
    const wire_list_t *files;
    int64_t since; /* µs since the epoch: no file was loaded earlier */
    int first;     /* this is its first READY */
    /* Set for NEWS_LEAVING and NEWS_ENDED: */
    worker_end_t end;
} worker_news_t;

#endif /* NEWS_H */
