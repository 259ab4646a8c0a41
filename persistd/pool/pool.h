/* SPDX-License-Identifier: Apache-2.0 */
/* pool.h: persistd's record of one pool: its definition, its workers' plan,
 * and why it has none if it has none. */

#ifndef POOL_H
#define POOL_H

#include "base/rate.h"
#include "decide/backoff.h"
#include "decide/history.h"
#include "decide/pace.h"
#include "decide/plan.h"
#include "decide/preempt.h"
#include "pool/sources.h"
#include "pool/view.h"
#include "state/definition.h"
#include "state/persistd.h"

#define POOL_NOBODY ((uid_t)-1) /* an owner that is not known yet */

typedef struct pool {
    persistd_t *pd;
    uint32_t index; /* in the table */
    uint64_t generation;
    definition_t definition;
    struct worker *workers; /* a list, by pool_next */
    uint64_t script;     /* version of the script's file, as we last saw it */
    uint64_t version;    /* of the code that serves */
    uint64_t wanted;     /* … that new workers have; see reload.h */
    view_t view;         /* of the script's file, by our looks at it */
    sources_t *sources;  /* files of this code */
    uid_t owner;         /* of the script's file; -1: not seen yet */
    uid_t tenant;        /* whose quota it takes from (tenant.h) */
    int proven;          /* a worker of this version has become READY */
    int superseded;      /* another pool stands for the script */
    int stopped;         /* by order, of the script: all its pools are */
    uint32_t capacity;   /* what its workers offer */
    int64_t exec_us;     /* clone.c: what the last start by exec took */
    int64_t clone_again; /* … no clones before this */
    backoff_t backoff;
    pace_t pace;      /* of starts */
    int fault;        /* of the last failed boot, 0: none */
    char *fault_text; /* why, with the worker's last words */
    rate_t rate;      /* of its output */
    rate_t orders;    /* of their lines in the log */
    uint64_t boots;   /* workers that became READY */
    uint64_t boot_us; /* how long they took, all together */
    uint64_t boot_failures;
    history_t history;
    room_popularity_t popularity;
    int64_t lacking_since; /* µs: it has got no place for a worker; 0: it has */
    int64_t lack_told;     /* µs: when that was logged last; 0: never */
    int64_t used; /* µs: when it was asked for, or its stop looked at, last */
} pool_t;

/* NULL: none with this key. */
pool_t *pool_find(const persistd_t *pd, uint64_t key_high, uint64_t key_low);

/* The script's next pool in the table: a script has one for each set of
 * settings. *at is 0 before the first call; NULL: no further one. */
pool_t *pool_next(const persistd_t *pd, const char *script, uint32_t *at);

/* Takes the definition over and puts the pool into the table, in the place of
 * another one if it is full, or of one of this tenant's when half of the table
 * is his (evict.h). Returns NULL with errno ENOSPC or, for the tenant's bound,
 * EDQUOT when there is no room; the definition is then the caller's again. */
pool_t *pool_make(persistd_t *pd, definition_t *definition, uint64_t version,
                  uid_t tenant);

/* When it was asked for last, µs. */
int64_t pool_used(const pool_t *pool);

/* Another pool of its script is stopped. An order is for the script, under
 * whatever settings it runs. */
int pool_other_is_stopped(const pool_t *pool);

/* What its workers have told of is theirs no more: it is given back. The
 * script's own file stays known. */
void pool_forget_sources(pool_t *pool);

/* The pool is asked for with this definition, which is taken over: limits that
 * are no part of the key may have changed. */
void pool_define(pool_t *pool, definition_t *definition);

/* A record for one that is in the table already (adopt.c). */
pool_t *pool_record(persistd_t *pd, definition_t *definition, uint32_t index,
                    uint64_t generation, uint64_t version);

/* Takes it out of the table and frees it. It has no workers. */
void pool_remove(pool_t *pool);

/* Starts and retires workers as the plan says; `waiting` are requests that
 * will come, besides those that stand in the queue. */
void pool_look(pool_t *pool, uint32_t waiting);
void pool_look_all(persistd_t *pd);

/* The script's file is in this version. When that is another one, workers of
 * older versions leave, at once or as PersistReload says, and the old script's
 * failures to boot are forgotten (reload.c). */
void pool_set_version(pool_t *pool, uint64_t version);

/* A worker could not be started. began: when that was tried, µs; text: why, for
 * free(), taken over. */
void pool_failed(pool_t *pool, int64_t began, int fault, char *text);

/* Its workers become READY and end, one after the other, before any of them has
 * taken a request: until the next one is READY, requests are told so. text: how
 * the last one ended, for free(), taken over. */
void pool_useless(pool_t *pool, char *text);

/* No worker can be started, as pool_failed(), but for no fault of the script's:
 * it may be tried again whenever there is reason to. text is copied. */
void pool_tell_fault(pool_t *pool, int fault, const char *text,
                     int64_t retry_at);

/* By order: no worker is started any more, and requests are refused with
 * WIRE_FAULT_STOPPED. Those that are there are not touched. */
void pool_stop(pool_t *pool);

/* A stop is lifted; failures and back-off are forgotten. */
void pool_lift(pool_t *pool);

/* Workers that are there or coming. */
uint32_t pool_workers(const pool_t *pool);

#endif /* POOL_H */
