/* SPDX-License-Identifier: Apache-2.0 */
/* slots_explore.c: goes through all decisions depth first and runs each order
 * again from its start. Actors are contexts of one thread, so a step is the
 * code between two calls of slots_chaos(). */

#include "slots_explore.h"
#include "slots_sleep.h"

#include <stdio.h>
#include <ucontext.h>

#define STACK (128 * 1024)
#define DECISIONS 8192
#define STEPS 100000
#define NOBODY (-1)
#define UNDERTAKER EXPLORE_ACTORS

typedef enum actor_state { ABSENT, READY, ASLEEP, DONE, DEAD } actor_state_t;

typedef struct actor {
    ucontext_t context;
    actor_state_t state;
    _Atomic uint32_t *asleep_on;
} actor_t;

typedef struct decision {
    uint8_t chosen, count;
} decision_t;

static const explore_scenario_t *scenario;
static actor_t actors[EXPLORE_ACTORS + 1];
static char stacks[EXPLORE_ACTORS + 1][STACK];
static ucontext_t scheduler;
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

/* Collects the actors that are READY, except one. */
static int others_ready(int except, int ready[])
{
    int count = 0;
    for (int i = 0; i <= EXPLORE_ACTORS; i++)
        if (i != except && actors[i].state == READY)
            ready[count++] = i;
    return count;
}

static void go_on_with(int next)
{
    int self = current;
    current = next;
    if (next != self)
        swapcontext(&actors[self].context, &scheduler);
}

/* The current actor cannot go on, so any READY actor does. */
static void go_on_without(void)
{
    int ready[EXPLORE_ACTORS + 1];
    int count = others_ready(current, ready);
    go_on_with(count > 0 ? ready[decide(count)] : NOBODY);
}

static void die(void)
{
    actors[current].state = DEAD;
    died = current;
    if (scenario->undertaker)
        actors[UNDERTAKER].state = READY;
    go_on_without();
}

/* Called before each step: the actor goes on, another one runs first, or the
 * actor dies. */
void slots_chaos(void)
{
    int ready[EXPLORE_ACTORS + 1];
    int others, choice, may_die;
    if (current == NOBODY)
        return;
    if (++steps > STEPS) {
        wrong = "somebody runs in circles";
        go_on_with(NOBODY);
    }
    others = preemptions > 0 ? others_ready(current, ready) : 0;
    may_die = (scenario->deaths >> current & 1) && died == NOBODY;
    choice = decide(1 + others + may_die);
    if (choice > others) {
        die();
    } else if (choice > 0) {
        preemptions--;
        go_on_with(ready[choice - 1]);
    }
}

/* Works as the kernel does: the comparison and falling asleep are one step. */
int slots_sleep(_Atomic uint32_t *word, uint32_t value, int64_t us)
{
    (void)us;
    if (atomic_load(word) == value) {
        actors[current].state = ASLEEP;
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
            actors[i].state = READY;
}

void explore_wrong(const char *why)
{
    wrong = why;
}

static void actor_main(int index)
{
    if (index == UNDERTAKER)
        scenario->undertaker(died);
    else
        scenario->actors[index](index);
    actors[index].state = DONE;
    go_on_without();
}

static void actor_make(int index, actor_state_t state)
{
    actor_t *actor = &actors[index];
    actor->state = state;
    getcontext(&actor->context);
    actor->context.uc_stack.ss_sp = stacks[index];
    actor->context.uc_stack.ss_size = STACK;
    actor->context.uc_link = NULL;
    makecontext(&actor->context, (void (*)(void))actor_main, 1, index);
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
    int ready[EXPLORE_ACTORS + 1];
    current = NOBODY;
    scenario->prepare();
    for (int i = 0; i < EXPLORE_ACTORS; i++)
        actor_make(i, scenario->actors[i] ? READY : ABSENT);
    actor_make(UNDERTAKER, ABSENT);
    depth = 0;
    steps = 0;
    died = NOBODY;
    preemptions = scenario->preemptions;
    wrong = NULL;
    current = ready[decide(others_ready(NOBODY, ready))];
    while (current != NOBODY && !wrong)
        swapcontext(&scheduler, &actors[current].context);
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
