/* SPDX-License-Identifier: Apache-2.0 */
/* pool.h: persistd's record of one pool: its definition, its workers, and the
 * reason if it has none. */

#ifndef STATE_POOL_H
#define STATE_POOL_H

#include "base/rate.h"
#include "decide/ahead.h"
#include "decide/backoff.h"
#include "decide/history.h"
#include "decide/pace.h"
#include "decide/plan.h"
#include "decide/preempt.h"
#include "decide/together.h"
#include "os/look.h"
#include "state/definition.h"
#include "state/persistd.h"

struct sources;

struct ghost;

#define POOL_NOBODY RECENT_NOBODY

/* What our own looks at the script's file have shown (pool/view.h). */
typedef struct view {
    look_t *look;       /* under way; NULL: none */
    uint64_t device;    /* 0: not known */
    int late;           /* the file system does not answer */
    int again;          /* another look was requested during this one */
    int fresh;          /* the file has just been looked at */
    int wanted;         /* a worker has to be started after the look */
    uint32_t waiting;   /* ENSUREs for that start, not in the queue yet */
    uint32_t requested; /* the number given to the current pool_reconcile() */
} view_t;

typedef struct pool {
    persistd_t *pd;
    uint32_t index; /* index in the table */
    uint64_t generation;
    definition_t definition;
    struct worker *workers; /* list, linked by pool_next */
    uint64_t script;        /* version of the script's file when last seen */
    uint64_t version;       /* version of the code that serves */
    uint64_t wanted; /* version of the code for new workers (pool/version.h) */
    view_t view;     /* what our looks at the script's file have shown */
    struct sources *sources; /* files that this code has loaded */
    uid_t owner;             /* owner of the script's file; -1: not seen yet */
    uid_t tenant;            /* whose share it uses (common_tenant.h) */
    int proven;              /* a worker of this version has become READY */
    int superseded;          /* another pool now serves the script */
    int64_t superseded_at;   /* µs: since when; 0: it was not yet */
    int stopped;         /* stopped by order, like all pools of the script */
    uint32_t capacity;   /* requests at a time that one worker takes */
    uint32_t limit;      /* waiters ask for a worker while there are fewer */
    int64_t exec_us;     /* duration of the last start by exec (clone.c) */
    int64_t clone_again; /* µs: no clones before this time */
    backoff_t backoff;
    int held;         /* for the log: back-off held when last checked */
    plan_t planned;   /* for the log: the last plan */
    pace_t pace;      /* limits its starts */
    int fault;        /* fault of the last failed boot; 0: none */
    char *fault_text; /* the reason, with the end of the worker's output */
    char *crash; /* how a worker crashed, with the end of its output; or NULL */
    int64_t crashed_at; /* µs */
    rate_t rate;        /* limits its output */
    rate_t orders;      /* limits the log lines about orders for it */
    uint64_t boots;     /* workers that became READY */
    uint64_t boot_us;   /* the sum of their boot times */
    uint64_t boot_failures;
    history_t history;
    preempt_popularity_t popularity;
    ahead_t ahead;       /* how short its requests are */
    together_t together; /* whether they sleep */
    /* µs: since when it lacks a place for a worker; 0: it does not. */
    int64_t short_since;
    int64_t short_logged; /* µs: last log line about that; 0: never */
    agenda_mark_t mark;   /* the next turn reconciles it */
    struct ghost *ghosts; /* by cell; NULL: nobody waits (serve/ghosts.c) */
    /* µs: last use, or last check of a stop that has to be kept. */
    int64_t used;
} pool_t;

/* Returns NULL if no pool has this key. */
pool_t *pool_find(const persistd_t *pd, uint64_t key_high, uint64_t key_low);

/* Finds the script's next pool in the table. A script has a pool for each set
 * of settings. *at is 0 before the first call. Returns NULL after the last
 * one. */
pool_t *pool_next(const persistd_t *pd, const char *script, uint32_t *at);

/* Like pool_next(), but leaves out this pool itself. */
pool_t *pool_next_sibling(const pool_t *pool, uint32_t *at);

/* When the pool was used last, µs. */
int64_t pool_used(const pool_t *pool);

/* Waiters ask for a worker while the pool has fewer than this. */
void pool_limit(pool_t *pool, uint32_t workers);

/* True if another pool of the script is stopped. An order concerns the script
 * with all its settings. */
int pool_other_is_stopped(const pool_t *pool);

/* True if the pool's script has this path. */
int pool_is_for(const pool_t *pool, wire_bytes_t script);

/* Makes the record of a pool that is in the table. Takes over the
 * definition. */
pool_t *pool_record(persistd_t *pd, definition_t *definition, uint32_t index,
                    uint64_t generation, uint64_t version);

/* The number of its workers, including those that start or leave. */
uint32_t pool_workers(const pool_t *pool);

/* The number of places that these take. */
uint32_t pool_places(const pool_t *pool);

/* The same without workers that leave already. */
uint32_t pool_serving(const pool_t *pool);

#endif /* STATE_POOL_H */
