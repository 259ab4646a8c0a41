/* SPDX-License-Identifier: Apache-2.0 */
/* news.h: what happened to a worker that its pool has to know. worker/ lies
 * below pool/, so it calls pd->heard(), which main() has set to pool_hears().
 */

#ifndef NEWS_H
#define NEWS_H

#include "decide/life.h"
#include "state/pool.h"
#include "state/worker.h"

typedef enum news_kind {
    NEWS_READY,   /* READY came */
    NEWS_LOADED,  /* it has loaded further files */
    NEWS_LEAVING, /* LEAVING came, and it leaves */
    NEWS_ENDED    /* its process has ended, and the record is freed */
} news_kind_t;

/* What is known of a worker that leaves unasked, or has ended. */
typedef struct worker_end {
    life_outcome_t outcome;
    int fault;  /* wire_fault_t that it was killed for; 0: it was not */
    int status; /* of waitpid, or REAP_UNKNOWN */
    int cloned;
    int served; /* a request was with it */
    pid_t pid;
    int64_t began;       /* µs: when its start began */
    int64_t age;         /* µs in its last state */
    const char *what;    /* how we killed it; NULL: status tells */
    const char *offence; /* … against the protocol; NULL: none */
    const char *words;   /* its last ones, ": " before them; "" */
} worker_end_t;

/* Valid during the call only. */
typedef struct worker_news {
    news_kind_t kind;
    worker_t *worker; /* NULL: freed */
    pool_t *pool;     /* NULL: it was a straggler */
    /* NEWS_READY, NEWS_LOADED: */
    const wire_list_t *files;
    int64_t since; /* µs since the epoch: the earliest of them was loaded */
    int first;     /* its first READY */
    /* NEWS_LEAVING, NEWS_ENDED: */
    worker_end_t end;
} worker_news_t;

#endif /* NEWS_H */
