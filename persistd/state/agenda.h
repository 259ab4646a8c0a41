/* SPDX-License-Identifier: Apache-2.0 */
/* agenda.h: what the next turn of the loop has to do (run/turn.c). Callbacks
 * note facts in the records and mark here what has to be looked at. What they
 * still do themselves is in
 * docs/decisions/callbacks-note-and-one-turn-acts.md. */

#ifndef AGENDA_H
#define AGENDA_H

#include <stdint.h>

struct persistd;
struct pool;
struct worker;

/* Everything is looked at at least as often. */
#define AGENDA_PERIOD_US 1000000

typedef struct agenda {
    int64_t due; /* µs: when everything is looked at next */
    int ended;   /* some worker's process has ended */
    int workers; /* some are marked */
    int pools;   /* some are marked */
    int journal; /* the file does not say what is so */
    int orders;  /* some order may have been carried out */
} agenda_t;

/* Everything is looked at by then (µs, slots_now_us()), or earlier. */
void agenda_at(struct persistd *pd, int64_t when);

/* The worker is ticked in the next turn, or, where its process has ended, taken
 * out of the world. */
void agenda_worker(struct worker *worker);

/* The pool is reconciled in the next turn, after a tick of its workers. NULL is
 * fine. */
void agenda_pool(struct pool *pool);

/* What the journal says has changed. It is written once in a turn, and before
 * an answer that promises it: journal_keep(). */
void agenda_journal(struct persistd *pd);

/* Something has happened that an order may have waited for. */
void agenda_orders(struct persistd *pd);

#endif /* AGENDA_H */
