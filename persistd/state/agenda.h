/* SPDX-License-Identifier: Apache-2.0 */
/* agenda.h: what the next turn of the loop has to do (run/turn.c). Callbacks
 * note facts in the records, and mark here which records need attention.
 * docs/decisions/callbacks-note-and-one-turn-acts.md lists what callbacks still
 * do themselves. */

#ifndef AGENDA_H
#define AGENDA_H

#include <stdint.h>

struct persistd;
struct pool;
struct worker;

/* Everything is checked at least this often. */
#define AGENDA_PERIOD_US 1000000

/* The place of a record in a list of marked ones. */
typedef struct agenda_mark {
    struct agenda_mark *next;
    struct agenda_mark **link; /* what points to this one; NULL: not marked */
    void *record;
} agenda_mark_t;

/* Marked records, in the order in which they were marked. */
typedef struct agenda_list {
    agenda_mark_t *first;
    agenda_mark_t **end; /* where the next mark is linked, if first is set */
    uint32_t count;
} agenda_list_t;

typedef struct agenda {
    int64_t due;           /* µs: when everything is checked next */
    int ended;             /* a worker's process has ended */
    agenda_list_t workers; /* the next turn ticks them */
    agenda_list_t pools;   /* the next turn reconciles them */
    int journal;           /* the journal file is out of date */
    int unwritten;         /* the last try to write it has failed */
    int orders;            /* an order may have been carried out */
} agenda_t;

/* Makes the loop check everything at this time (µs, common_now_us()), or
 * earlier. */
void agenda_at(struct persistd *pd, int64_t when);

/* Ticks the worker in the next turn. If its process has ended, reaps the
 * process and frees the record instead. */
void agenda_worker(struct worker *worker);

/* Reconciles the pool in the next turn, after a tick of its workers. NULL is
 * allowed. */
void agenda_pool(struct pool *pool);

/* The same, but without the tick: for a pool whose workers have just had one.
 */
void agenda_pool_alone(struct pool *pool);

/* Takes the first mark off the list. Returns its record, or NULL if the list is
 * empty. */
void *agenda_take(agenda_list_t *list);

/* Takes a mark off the list, before its record is freed or when its work is
 * done. A mark that is not set is allowed. */
void agenda_drop(agenda_list_t *list, agenda_mark_t *mark);

/* The contents of the journal have changed. It is written once in each turn,
 * and before an answer that depends on it: journal_keep(). */
void agenda_journal(struct persistd *pd);

/* Something has happened that an order may have waited for. */
void agenda_orders(struct persistd *pd);

#endif /* AGENDA_H */
