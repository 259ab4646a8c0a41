/* SPDX-License-Identifier: Apache-2.0 */
/* turn.c: the exchanges of all threads, and their turns. */

#include "turn.h"

#include <signal.h>
#include <stdlib.h>
#include <time.h>

#define LISTS 64

pthread_mutex_t turn_lock = PTHREAD_MUTEX_INITIALIZER;
static exchange_t *exchanges[LISTS]; /* by the number */
static int64_t last_number;
static int interrupting; /* the signal that interrupts a reader; 0: none */

/* Taken before turn_lock. */
static pthread_mutex_t core_lock = PTHREAD_MUTEX_INITIALIZER;
static int asynchronous; /* 1: core_lock is used */

/* ---- one thread at a time in the core of an asynchronous worker */

void turn_one_at_a_time(void)
{
    asynchronous = 1;
}

void turn_enter_core(void)
{
    if (asynchronous)
        pthread_mutex_lock(&core_lock);
}

void turn_leave_core(void)
{
    if (asynchronous)
        pthread_mutex_unlock(&core_lock);
}

/* ---- around a fork */

static void before_fork(void)
{
    turn_enter_core();
    pthread_mutex_lock(&turn_lock);
}

static void after_fork(void)
{
    pthread_mutex_unlock(&turn_lock);
    turn_leave_core();
}

/* A child has none of its parent's threads. */
static void after_fork_in_child(void)
{
    for (size_t i = 0; i < LISTS; i++)
        for (exchange_t *each = exchanges[i]; each; each = each->next) {
            each->busy = each->reading = 0;
            each->waiting = 0;
        }
    after_fork();
}

int turn_prepare(void)
{
    return pthread_atfork(before_fork, after_fork, after_fork_in_child);
}

/* ---- turns */

void turn_signal(int number)
{
    interrupting = number;
}

void turn_pause(void)
{
    const struct timespec pause = {.tv_nsec = 1000000};
    nanosleep(&pause, NULL);
}

static exchange_t **list_of(int64_t number)
{
    return &exchanges[number % LISTS];
}

exchange_t *turn_find(int64_t number)
{
    exchange_t *each = *list_of(number);
    while (each && each->number != number)
        each = each->next;
    return each;
}

exchange_t *turn_find_open(int64_t number)
{
    exchange_t *exchange = turn_find(number);
    return exchange && !exchange->over ? exchange : NULL;
}

/* Gives another thread time to leave the core. A thread that waits for the body
 * is interrupted by a signal, again and again, because a signal that comes
 * before the wait begins is lost. */
static void pause_for_others(exchange_t *exchange)
{
    if (exchange->reading && interrupting)
        pthread_kill(exchange->reader, interrupting);
    exchange->waiting++;
    pthread_mutex_unlock(&turn_lock);
    turn_pause();
    pthread_mutex_lock(&turn_lock);
    exchange->waiting--;
}

/* With the lock. */
static int take_turn(exchange_t *exchange)
{
    if (!exchange)
        return EXCHANGE_OVER;
    if (exchange->busy)
        pause_for_others(exchange);
    if (exchange->over)
        return EXCHANGE_OVER;
    if (exchange->busy)
        return EXCHANGE_BUSY;
    exchange->busy = 1;
    return 0;
}

int turn_enter(int64_t number, exchange_t **exchange)
{
    turn_enter_core();
    pthread_mutex_lock(&turn_lock);
    *exchange = turn_find_open(number);
    int rc = take_turn(*exchange);
    pthread_mutex_unlock(&turn_lock);
    if (rc < 0)
        turn_leave_core();
    return rc;
}

void turn_leave(exchange_t *exchange)
{
    pthread_mutex_lock(&turn_lock);
    exchange->busy = exchange->reading = 0;
    pthread_mutex_unlock(&turn_lock);
    turn_leave_core();
}

/* ---- new ones and old ones */

int64_t turn_add(exchange_t *exchange)
{
    pthread_mutex_lock(&turn_lock);
    exchange->number = ++last_number;
    exchange_t **list = list_of(exchange->number);
    exchange->next = *list;
    *list = exchange;
    pthread_mutex_unlock(&turn_lock);
    return exchange->number;
}

static void take_out(const exchange_t *exchange)
{
    exchange_t **each = list_of(exchange->number);
    while (*each != exchange)
        each = &(*each)->next;
    *each = exchange->next;
}

persist_request_t *turn_end(int64_t number)
{
    persist_request_t *request = NULL;
    pthread_mutex_lock(&turn_lock);
    exchange_t *exchange = turn_find(number);
    if (exchange) {
        exchange->over = 1;
        while (exchange->busy || exchange->waiting > 0)
            pause_for_others(exchange);
        take_out(exchange);
        request = exchange->request;
    }
    pthread_mutex_unlock(&turn_lock);
    free(exchange);
    return request;
}
