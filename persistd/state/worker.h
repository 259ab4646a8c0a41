/* SPDX-License-Identifier: Apache-2.0 */
/* worker.h: persistd's record of one worker, and its states:
 *
 *   STARTING ──READY──> READY ──leave──> LEAVING ──idle──> STOPPING
 *      │                  │                 │                  │
 *      └───── time-out, broken rules, hard deadline ───> KILLING
 *
 * worker/ moves it from state to state. From every state the end of the process
 * leads to worker/end.c, which alone frees the slot and the record. */

#ifndef STATE_WORKER_H
#define STATE_WORKER_H

#include "decide/life.h"
#include "decide/wear.h"
#include "os/conn.h"
#include "os/output.h"
#include "os/watch.h"
#include "slots_layout.h"
#include "state/persistd.h"

/* A unit's word when it was last read. */
typedef struct worker_unit {
    uint64_t word;
    int64_t since;   /* µs: first seen with this word */
    uint64_t probed; /* the word for which a PROBE is unanswered; 0: none */
} worker_unit_t;

typedef struct worker {
    struct worker *next;      /* in pd's list */
    struct worker *pool_next; /* in the pool's list */
    persistd_t *pd;
    struct pool *pool; /* NULL: a straggler, kept only until it has ended */
    uint32_t slot, incarnation;
    int seated;       /* the slot in the table belongs to this worker */
    uint64_t version; /* version of its code, looked at before exec */
    pid_t pid;        /* 0: unknown, the process is only watched */
    uint64_t started; /* from process_started() */
    int ours;         /* our child, so we have to reap it */
    worker_state_t state;
    int64_t began;    /* µs: start, or when we found it */
    int64_t since;    /* µs: when this state began */
    int64_t born;     /* µs since the epoch: start; 0: another persistd's */
    int64_t deadline; /* µs: end of this state; 0: none */
    /* The wire_fault_t for which we killed it in STARTING; 0: none. */
    int fault;
    const char *offence; /* its violation of the protocol; NULL: none */
    uint32_t capacity;   /* requests at a time; from READY on */
    uint32_t features;
    uint32_t shown;       /* those that the table shows */
    slots_run_t run;      /* its units in the table; none before it serves */
    worker_unit_t *units; /* one for each of them */
    uint32_t ahead;       /* units that it offers beyond its capacity */
    int is_host;          /* it is persist-cgi-host */
    uint32_t places;      /* of PersistMaxWorkers that it takes, 1 at least */
    int64_t broken_since; /* µs: httpd has given it up; 0: it has not */
    /* µs: READY came and the code is being checked; 0: not (boot.c). */
    int64_t ready_at;
    int signal; /* signal that makes it read control; 0: none needed */
    /* Worker that is asked to fork this one; NULL: none (clone.c). */
    struct worker *source;
    int64_t clone_by;   /* µs: when CLONED is due */
    int listener;       /* its listening socket; -1: not held here */
    int cloned;         /* it was not started by exec */
    uint64_t requests;  /* the slot's count when it was last read */
    int64_t idle_since; /* µs; 0: busy */
    wear_t worn;        /* why it has to be replaced, or to leave */
    int replacement;    /* when it is READY, a worn worker leaves */
    int64_t weighed_at; /* µs: last look at its memory; 0: never */
    uint64_t memory;    /* bytes; 0: unknown */
    watch_t *watch;
    int ended;          /* the process has ended; worker/end.c is next */
    agenda_mark_t mark; /* the next turn ticks it */
    conn_t *control;    /* NULL: lost, and to be made again */
    /* µs: since when connections are refused; 0: they are not. */
    int64_t refused_since;
    output_t *output; /* NULL: nobody reads it, and it is to be opened again */
    int unread;       /* that has been logged */
} worker_t;

/* The callbacks for workers: worker/events.c. */
typedef struct worker_events {
    conn_handlers_t control;
    watch_fn *ended; /* the owner is the worker's record */
} worker_events_t;

/* Makes a record in pd's list, with its slot. pool may be NULL. */
worker_t *worker_record(persistd_t *pd, struct pool *pool, uint32_t slot,
                        uint32_t incarnation);

/* The worker has these units of the table from now on, and takes so many
 * requests at a time. */
void worker_take_units(worker_t *worker, slots_run_t run, uint32_t capacity);

/* Notes how many places the worker takes; 0 counts as 1. Other pools may wait
 * for those that it takes no longer. */
void worker_take_places(worker_t *worker, uint32_t places);

/* The word that says in the table which units the worker has. */
uint64_t worker_run_word(const worker_t *worker);

/* Returns the slot of a seated worker, for a step on its units. Writes that
 * word there before: if somebody else has, the step would reach another
 * worker's. */
uint32_t worker_own_slot(const worker_t *worker);

/* How many of its units a claim could take if it had no request. */
uint32_t worker_offered(const worker_t *worker);

/* Puts a worker without a pool into one. */
void worker_join(worker_t *worker, struct pool *pool);

/* Takes the worker out of its pool, which makes it a straggler. */
void worker_leave_pool(worker_t *worker);

/* Takes the record out of all lists and frees it. */
void worker_forget(worker_t *worker);

/* The only function that changes the state. deadline: end of the new state, µs;
 * 0: none. */
void worker_enter(worker_t *worker, worker_state_t state, int64_t deadline);

const char *worker_state_text(worker_state_t state);

/* For the log: the script's path, or "-" if the worker has no pool. */
const char *worker_script(const worker_t *worker);

#endif /* STATE_WORKER_H */
