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

typedef struct agenda {
    int64_t due; /* µs: when everything is checked next */
    int ended;   /* a worker's process has ended */
    int workers; /* some workers are marked */
    int pools;   /* some pools are marked */
    int journal; /* the journal file is out of date */
    int orders;  /* an order may have been carried out */
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

/* The contents of the journal have changed. It is written once in each turn,
 * and before an answer that depends on it: journal_keep(). */
void agenda_journal(struct persistd *pd);

/* Something has happened that an order may have waited for. */
void agenda_orders(struct persistd *pd);

#endif /* AGENDA_H */
