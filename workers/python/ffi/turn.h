/* SPDX-License-Identifier: Apache-2.0 */
/* turn.h: the exchanges of all threads, and whose turn it is at each. */

#ifndef TURN_H
#define TURN_H

#include "exchange.h"

#include <pthread.h>

typedef struct exchange {
    struct exchange *next;
    int64_t number;
    persist_request_t *request;
    char over;        /* 1: given back, or about to be */
    char busy;        /* 1: a thread is in the core with it */
    char reading;     /* 1: that thread waits for the body */
    pthread_t reader; /* while reading: that thread, to be interrupted */
    unsigned waiting; /* threads that wait for their turn */
} exchange_t;

/* Guards all exchanges, but not their requests: the thread whose turn it is
 * uses the request. No thread blocks while it holds the lock. */
extern pthread_mutex_t turn_lock;

/* Makes forked children take no notice of their parent's threads. Returns 0 or
 * errno. */
int turn_prepare(void);

/* From now on the worker is asynchronous: its thread and others that use a
 * request, such as those of asyncio.to_thread(), are in the core by turns. No
 * call waits there. */
void turn_one_at_a_time(void);

/* Around calls of the core that have no turn at an exchange. */
void turn_enter_core(void);
void turn_leave_core(void);

/* Sets the signal that interrupts a reader. */
void turn_signal(int number);

/* Adds an exchange that has its request, and returns its new number. */
int64_t turn_add(exchange_t *exchange);

/* Ends the exchange when no thread uses it. Returns its request, which goes
 * back to the core; NULL: it has gone back already. */
persist_request_t *turn_end(int64_t number);

/* With turn_lock: returns the exchange, also when it is about to end; NULL:
 * there is none any more. */
exchange_t *turn_find(int64_t number);

/* With turn_lock: the same, but NULL also for one that is about to end. */
exchange_t *turn_find_open(int64_t number);

/* Returns 0 with the exchange, which then is busy, or why it can't be used. */
int turn_enter(int64_t number, exchange_t **exchange);

/* Ends the turn of this thread. Keeps errno. */
void turn_leave(exchange_t *exchange);

/* Waits shortly, as other threads do between two checks. */
void turn_pause(void);

#endif /* TURN_H */
