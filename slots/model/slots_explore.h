/* SPDX-License-Identifier: Apache-2.0 */
/* slots_explore.h: runs actors over the real code of the table in every order,
 * up to a number of preemptions. Each access to shared memory is a step
 * (tests/slots_chaos.h), after which another actor may go on, or the actor may
 * die. Sleeps have no timeout here, so that an actor that is never woken is
 * found. */

#ifndef SLOTS_MODEL_EXPLORE_H
#define SLOTS_MODEL_EXPLORE_H

#include <stdint.h>

#define EXPLORE_ACTORS 4

typedef void explore_run_t(int actor);

typedef struct explore_scenario {
    const char *name;
    void (*prepare)(void); /* resets the table and the actors' notes */
    explore_run_t *actors[EXPLORE_ACTORS]; /* up to the first NULL */
    /* Called once after a death, with the dead actor's number. */
    explore_run_t *undertaker;
    int preemptions;
    unsigned deaths; /* bit n: actor n may die, at any step; one actor dies */
    /* Bit n: actor n is like actor n-1 but for its number, so it begins later.
     */
    unsigned after_twin;
} explore_scenario_t;

/* Runs all orders. Returns their number, or 0 after the first one that failed,
 * which it prints. */
uint64_t explore(const explore_scenario_t *scenario);

/* Called by an actor: this order has failed. */
void explore_wrong(const char *why);

#endif /* SLOTS_MODEL_EXPLORE_H */
