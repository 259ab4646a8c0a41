/* SPDX-License-Identifier: Apache-2.0 */
/* slots_explore.c: goes through all decisions depth first and runs each order
 * again from its start. Actors are contexts of one thread, so a step is the
 * code between two calls of slots_chaos(). A context is entered once by
 * swapcontext(), which makes a system call, and then by _longjmp(), which makes
 * none. */

#include "slots_explore.h"
#include "slots_sleep.h"

#include <setjmp.h>
#include <stdio.h>
#include <ucontext.h>

#define STACK (128 * 1024)
#define DECISIONS 8192
#define STEPS 100000
#define NOBODY (-1)
#define UNDERTAKER EXPLORE_ACTORS
#define BIT(index) (1u << (index))

typedef enum actor_state { ABSENT, READY, ASLEEP, DONE, DEAD } actor_state_t;

typedef struct actor {
    ucontext_t context;
    jmp_buf begin, middle; /* where it begins, and where it goes on */
    jmp_buf *next;         /* one of these */
    actor_state_t state;
    _Atomic uint32_t *asleep_on;
} actor_t;

typedef struct decision {
    uint8_t chosen, count;
} decision_t;

static const explore_scenario_t *scenario;
static actor_t actors[EXPLORE_ACTORS + 1];
static char stacks[EXPLORE_ACTORS + 1][STACK];
static ucontext_t maker;
static jmp_buf scheduler;
static unsigned ready; /* bits of the actors that are READY … */
static unsigned early; /* … and of those whose twin has to begin before them */
static int current = NOBODY, died, preemptions, steps;
static const char *wrong;
static decision_t path[DECISIONS];
static int depth, length;

/* Returns the next decision: the same as before while a known order is run
 * again, then 0. */
static int decide(int count)
{
    if (count == 1)
        return 0;
    if (depth == DECISIONS) {
        wrong = "more decisions than the explorer can hold";
        return 0;
    }
    if (depth == length)
        path[length++] = (decision_t){0, (uint8_t)count};
    return path[depth++].chosen;
}

/* Moves on to the next order. Returns 0 when there is none. */
static int path_next(void)
{
    while (length > 0 && path[length - 1].chosen + 1 == path[length - 1].count)
        length--;
    if (length == 0)
        return 0;
    path[length - 1].chosen++;
    return 1;
}

static void actor_set(int index, actor_state_t state)
{
    actors[index].state = state;
    ready = state == READY ? ready | BIT(index) : ready & ~BIT(index);
}

/* The actors that can go on, except one. */
static unsigned others_ready(int except)
{
    unsigned others = ready & ~early;
    return except == NOBODY ? others : others & ~BIT(except);
}

static int nth(unsigned set, int n)
{
    while (n-- > 0)
        set &= set - 1;
    return __builtin_ctz(set);
}

static _Noreturn void actor_enter(void)
{
    early &= ~BIT(current + 1);
    _longjmp(*actors[current].next, 1);
}

static void go_on_with(int next)
{
    int self = current;
    current = next;
    if (next == self)
        return;
    actors[self].next = &actors[self].middle;
    if (_setjmp(actors[self].middle))
        return;
    if (next == NOBODY || wrong)
        _longjmp(scheduler, 1);
    actor_enter();
}

/* The current actor cannot go on, so any other one does. */
static void go_on_without(void)
{
    unsigned others = others_ready(current);
    int count = __builtin_popcount(others);
    go_on_with(count > 0 ? nth(others, decide(count)) : NOBODY);
}

static void die(void)
{
    actor_set(current, DEAD);
    died = current;
    if (scenario->undertaker)
        actor_set(UNDERTAKER, READY);
    go_on_without();
}

/* Called before each step: the actor goes on, another one runs first, or the
 * actor dies. */
void slots_chaos(void)
{
    unsigned ready_others;
    int others, choice, may_die;
    if (current == NOBODY)
        return;
    if (++steps > STEPS) {
        wrong = "somebody runs in circles";
        go_on_with(NOBODY);
    }
    ready_others = preemptions > 0 ? others_ready(current) : 0;
    others = __builtin_popcount(ready_others);
    may_die = (scenario->deaths >> current & 1) && died == NOBODY;
    choice = decide(1 + others + may_die);
    if (choice > others) {
        die();
    } else if (choice > 0) {
        preemptions--;
        go_on_with(nth(ready_others, choice - 1));
    }
}

/* Works as the kernel does: the comparison and falling asleep are one step. */
int slots_sleep(_Atomic uint32_t *word, uint32_t value, int64_t us)
{
    (void)us;
    if (atomic_load(word) == value) {
        actor_set(current, ASLEEP);
        actors[current].asleep_on = word;
        go_on_without();
    }
    return 0;
}

void slots_rouse(_Atomic uint32_t *word)
{
    slots_chaos();
    for (int i = 0; i <= EXPLORE_ACTORS; i++)
        if (actors[i].state == ASLEEP && actors[i].asleep_on == word)
            actor_set(i, READY);
}

void explore_wrong(const char *why)
{
    wrong = why;
}

static void actor_main(int index)
{
    if (_setjmp(actors[index].begin) == 0)
        _longjmp(scheduler, 1);
    if (index == UNDERTAKER)
        scenario->undertaker(died);
    else
        scenario->actors[index](index);
    actor_set(index, DONE);
    go_on_without();
}

/* Enters each context for the first time, as far as its beginning. */
static void actors_make(void)
{
    static int made;
    for (; made <= EXPLORE_ACTORS; made++) {
        ucontext_t *context = &actors[made].context;
        getcontext(context);
        context->uc_stack.ss_sp = stacks[made];
        context->uc_stack.ss_size = STACK;
        context->uc_link = NULL;
        makecontext(context, (void (*)(void))actor_main, 1, made);
        if (_setjmp(scheduler) == 0)
            swapcontext(&maker, context);
    }
}

static void actors_ready(void)
{
    for (int i = 0; i <= EXPLORE_ACTORS; i++) {
        int takes_part = i != UNDERTAKER && scenario->actors[i];
        actor_set(i, takes_part ? READY : ABSENT);
        actors[i].next = &actors[i].begin;
    }
}

/* Every actor must come to its end, except the one that died. */
static void order_check(void)
{
    for (int i = 0; i <= EXPLORE_ACTORS; i++)
        if (!wrong && actors[i].state == ASLEEP)
            wrong = "somebody sleeps for ever";
}

static void order_run(void)
{
    unsigned first;
    current = NOBODY;
    scenario->prepare();
    actors_ready();
    depth = 0;
    steps = 0;
    died = NOBODY;
    preemptions = scenario->preemptions;
    early = scenario->after_twin;
    wrong = NULL;
    first = others_ready(NOBODY);
    current = nth(first, decide(__builtin_popcount(first)));
    if (_setjmp(scheduler) == 0)
        actor_enter();
    current = NOBODY;
    order_check();
}

static void order_print(void)
{
    printf("# %s; decisions:", wrong);
    for (int i = 0; i < depth; i++)
        printf(" %d/%d", path[i].chosen, path[i].count);
    printf("\n");
}

uint64_t explore(const explore_scenario_t *wanted)
{
    uint64_t orders = 0;
    scenario = wanted;
    length = 0;
    actors_make();
    do {
        order_run();
        orders++;
        if (wrong) {
            order_print();
            return 0;
        }
    } while (path_next());
    return orders;
}
