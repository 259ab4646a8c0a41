/* SPDX-License-Identifier: Apache-2.0 */
/* worker.h: persistd's record of one worker, and its way through life:
 *
 *   STARTING ──READY──> READY ──leave──> LEAVING ──idle──> STOPPING
 *      │                  │                 │                  │
 *      └───── time-out, broken rules, hard deadline ───> KILLING
 *
 * worker/ moves it from state to state. From every state the end of the process
 * leads to worker/end.c, and only that frees the slot and the record. */

#ifndef STATE_WORKER_H
#define STATE_WORKER_H

#include "decide/life.h"
#include "decide/wear.h"
#include "os/conn.h"
#include "os/output.h"
#include "os/watch.h"
#include "slots_layout.h"
#include "state/persistd.h"

/* A unit's word, as it was seen. */
typedef struct worker_unit {
    uint64_t word;
    int64_t since; /* first seen like this, µs */
    uint64_t
        probed; /* the word that a PROBE without answer is about; 0: none */
} worker_unit_t;

typedef struct worker {
    struct worker *next;      /* in pd's list */
    struct worker *pool_next; /* in the pool's */
    persistd_t *pd;
    struct pool *pool; /* NULL: a straggler, kept only until it has left */
    uint32_t slot, incarnation;
    int seated;       /* the slot of the table is this worker's */
    uint64_t version; /* of the code, looked at before exec */
    pid_t pid;        /* 0: not known, only watched */
    uint64_t started; /* process_started() */
    int ours;         /* our child, so ours to reap */
    worker_state_t state;
    int64_t began;       /* µs: its start, or when we found it */
    int64_t since;       /* in this state, µs */
    int64_t born;        /* µs since the epoch; 0: before our time */
    int64_t deadline;    /* of this state, µs; 0: none */
    int fault;           /* wire_fault_t that made us kill it while STARTING */
    const char *offence; /* … against the protocol; NULL: none */
    uint32_t capacity, features;
    int64_t ready_at; /* boot.c: READY came, and the code is looked at; 0: no */
    int signal;       /* "look at control"; 0: it needs none */
    struct worker *source; /* clone.c: is to make this one; NULL: none */
    int64_t clone_by;      /* … by then, µs */
    int listener;          /* … and listens here; -1: not ours to hold */
    int cloned;            /* was not started by exec */
    uint64_t requests;     /* the slot's count when it was last seen */
    int64_t idle_since;    /* 0: busy */
    wear_t worn;           /* why it is to be replaced, or to go */
    int replacement;       /* when it is READY a worn one leaves */
    int64_t weighed_at;    /* µs: when memory was looked at; 0: never */
    uint64_t memory;       /* bytes; 0: not known */
    worker_unit_t units[SLOTS_UNITS];
    watch_t *watch;
    int ended;             /* the watch has said so: worker/end.c has it next */
    int marked;            /* the next turn ticks it */
    conn_t *control;       /* NULL: lost, to be made again */
    int64_t refused_since; /* µs: nobody listens any more; 0: somebody does */
    output_t *output;
} worker_t;

/* Who is called about workers: worker/events.c. */
typedef struct worker_events {
    conn_handlers_t control;
    watch_fn *ended; /* of the record */
} worker_events_t;

/* A record in pd's list; pool may be NULL. The slot is its own. */
worker_t *worker_record(persistd_t *pd, struct pool *pool, uint32_t slot,
                        uint32_t incarnation);

/* The pool of one that was recorded without. */
void worker_join(worker_t *worker, struct pool *pool);

/* Out of its pool, of which it is a straggler from now on. */
void worker_leave_pool(worker_t *worker);

/* Out of all lists, and freed. */
void worker_forget(worker_t *worker);

/* deadline: of this state, µs; 0: none. */
void worker_enter(worker_t *worker, worker_state_t state, int64_t deadline);

const char *worker_state_text(worker_state_t state);

/* For the log: the script's path, or "-" where the worker has no pool. */
const char *worker_script(const worker_t *worker);

#endif /* STATE_WORKER_H */
