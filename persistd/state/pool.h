/* SPDX-License-Identifier: Apache-2.0 */
/* pool.h: persistd's record of one pool: its definition, its workers, and why
 * it has none if it has none. */

#ifndef STATE_POOL_H
#define STATE_POOL_H

#include "base/rate.h"
#include "decide/backoff.h"
#include "decide/history.h"
#include "decide/pace.h"
#include "decide/plan.h"
#include "decide/preempt.h"
#include "os/look.h"
#include "state/definition.h"
#include "state/persistd.h"

struct sources;

#define POOL_NOBODY ((uid_t)-1) /* an owner that is not known yet */

/* What we know of the script by our own looks at its file: pool/view.h. */
typedef struct view {
    look_t *look;     /* under way; NULL: none */
    uint64_t device;  /* 0: not known */
    int late;         /* the file system does not answer */
    int again;        /* another look was asked for while one was under way */
    int fresh;        /* the file has just been looked at */
    int wanted;       /* a worker is to be started after the look … */
    uint32_t waiting; /* … for so many requests besides those in the queue */
    uint32_t requested; /* … as this pool_reconcile() was told */
} view_t;

typedef struct pool {
    persistd_t *pd;
    uint32_t index; /* in the table */
    uint64_t generation;
    definition_t definition;
    struct worker *workers; /* a list, by pool_next */
    uint64_t script;  /* version of the script's file, as we last saw it */
    uint64_t version; /* of the code that serves */
    uint64_t wanted;  /* … that new workers have; see reload.h */
    view_t view;      /* of the script's file, by our looks at it */
    struct sources *sources; /* files of this code */
    uid_t owner;             /* of the script's file; -1: not seen yet */
    uid_t tenant;            /* whose quota it takes from (tenant.h) */
    int proven;              /* a worker of this version has become READY */
    int superseded;          /* another pool stands for the script */
    int stopped;             /* by order, of the script: all its pools are */
    uint32_t capacity;       /* what its workers offer */
    int64_t exec_us;         /* clone.c: what the last start by exec took */
    int64_t clone_again;     /* … no clones before this */
    backoff_t backoff;
    int held;         /* for the log: back-off held by the last look */
    plan_t planned;   /* for the log: the last plan */
    pace_t pace;      /* of starts */
    int fault;        /* of the last failed boot, 0: none */
    char *fault_text; /* why, with the worker's last words */
    rate_t rate;      /* of its output */
    rate_t orders;    /* of their lines in the log */
    uint64_t boots;   /* workers that became READY */
    uint64_t boot_us; /* how long they took, all together */
    uint64_t boot_failures;
    history_t history;
    preempt_popularity_t popularity;
    int64_t short_since;  /* µs: it has got no place for a worker; 0: it has */
    int64_t short_logged; /* µs: when that was logged last; 0: never */
    int marked;           /* the next turn reconciles it */
    int64_t used; /* µs: when it was asked for, or its stop looked at, last */
} pool_t;

/* NULL: none with this key. */
pool_t *pool_find(const persistd_t *pd, uint64_t key_high, uint64_t key_low);

/* The script's next pool in the table: a script has one for each set of
 * settings. *at is 0 before the first call; NULL: no further one. */
pool_t *pool_next(const persistd_t *pd, const char *script, uint32_t *at);

/* As pool_next(), but not this pool itself. */
pool_t *pool_next_sibling(const pool_t *pool, uint32_t *at);

/* When it was asked for last, µs. */
int64_t pool_used(const pool_t *pool);

/* Another pool of its script is stopped. An order is for the script, under
 * whatever settings it runs. */
int pool_other_is_stopped(const pool_t *pool);

/* Its script is the one of this name. */
int pool_is_for(const pool_t *pool, wire_bytes_t script);

/* A record for one that is in the table; takes the definition over. */
pool_t *pool_record(persistd_t *pd, definition_t *definition, uint32_t index,
                    uint64_t generation, uint64_t version);

/* Workers that are there or coming. */
uint32_t pool_workers(const pool_t *pool);

#endif /* STATE_POOL_H */
