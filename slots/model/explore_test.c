/* SPDX-License-Identifier: Apache-2.0 */
/* explore_test.c: runs small scenes of the table in every order of their steps.
 * No thread sleeps for ever, no unit is given twice, and none is lost.
 *
 *     explore_test [MORE]      allows this many more preemptions than usual
 *
 * PERSIST_T_LONG=1 adds the orders in which like requests only change places.
 */

#include "../tests/slots_pin.h"
#include "../tests/slots_sanitized.h"
#include "slots_actors.h"
#include "slots_explore.h"

#include "tap.h"

/* Which actors do the same as the one before them, and use nothing of the scene
 * by their number. What is left to the number is the owner's: where a claim
 * begins to look among the units of one worker. */
static unsigned after_twin(const explore_scenario_t *scenario)
{
    unsigned found = 0;
    for (int n = 1; n < EXPLORE_ACTORS; n++) {
        explore_run_t *run = scenario->actors[n];
        unsigned deaths = scenario->deaths >> (n - 1);
        int is_request = run == request || run == request_first;
        if (is_request && run == scenario->actors[n - 1] &&
            (deaths & 1) == (deaths >> 1 & 1))
            found |= 1u << n;
    }
    return found;
}

static void run(explore_scenario_t scenario, int more)
{
    const char *is_long = getenv("PERSIST_T_LONG");
    uint64_t orders;
    scenario.preemptions += more;
    if (!is_long || !*is_long)
        scenario.after_twin = after_twin(&scenario);
    orders = explore(&scenario);
    ok(orders > 0, scenario.name);
    printf("# %" PRIu64 " orders, up to %d preemptions\n", orders,
           scenario.preemptions);
}

#define ANYBODY ~0u
#define FIRST 1u
#define SECOND 2u

/* SCENE runs every order of the actors' steps. DEADLY also lets an actor in
 * `who` die, at any step. */
#define SCENE(name, prepare, preemptions, ...)                                 \
    {                                                                          \
        name, prepare, {__VA_ARGS__}, NULL, preemptions, 0, 0                  \
    }
#define DEADLY(name, who, prepare, undertaker, preemptions, ...)               \
    {                                                                          \
        name, prepare, {__VA_ARGS__}, undertaker, preemptions, who, 0          \
    }

int main(int argc, char **argv)
{
    static const explore_scenario_t scenarios[] = {
        SCENE("one unit is released beside two requests", prepare_one, 2,
              holder, request, request),
        SCENE("two units are released beside two requests", prepare_two, 2,
              holder, holder, request, request),
        SCENE("a waiter goes away beside a release", prepare_one, 2, holder,
              impatient_request, request),
        DEADLY("anybody dies at any step", ANYBODY, prepare_one, undertaker, 1,
               holder, request, request),
        DEADLY("anybody dies beside two releases", ANYBODY, prepare_two,
               undertaker, 1, holder, holder, request, request),
        SCENE("a worker leaves beside a release and a claim", prepare_one, 2,
              holder, claimer, leaver),
        SCENE("a worker leaves beside one who waits for what comes after it",
              prepare_nudges, 1, holder, served_request, renewer),
        SCENE("a unit is taken out beside a release and one who waits",
              prepare_nudges, 2, holder, served_request, withdrawer),
        SCENE("a shared unit is taken out beside a release and one who waits",
              prepare_shared_nudges, 2, holder, served_request, withdrawer),
        SCENE("a second unit comes and goes beside a release and two requests",
              prepare_ahead, 1, holder, request, request, changer),
        DEADLY("persistd dies while a second unit comes and goes", SECOND,
               prepare_ahead, next_persistd, 0, holder, changer, request,
               request),
        SCENE("two requests arrive beside two idle workers with units ahead",
              prepare_ahead_pair, 2, first_claimer, first_claimer),
        SCENE("units are taken out beside the release of one, and one waits",
              prepare_three, 2, holder, request, closer),
        SCENE("units are taken out beside a release and one who aims",
              prepare_three, 2, holder, request_first, closer),
        SCENE("requests join those of a worker, whose units are taken out",
              prepare_joining, 2, holder, request, closer),
        SCENE("three requests join those of a worker", prepare_joining, 1,
              holder, request, request, request),
        SCENE("a busy worker has a request that was given up, and two wait",
              prepare_held_up, 1, finisher, holder, request, request),
        SCENE("a request returns to the queue beside the end of another one",
              prepare_returning, 1, ender, returner, request, dropper),
        SCENE("two requests return with the same ticket", prepare_returning_two,
              1, ender, returner, returner, dropper),
        SCENE("one returns behind two that wait", prepare_returning_last, 1,
              ender, returner, request, request),
        SCENE("one returns to a full queue", prepare_returning, 2, ender,
              returner, refusable_request),
        SCENE("one finds no cell to return to", prepare_returning_full, 1,
              ender, returner, refusable_request),
        DEADLY("who returns dies", SECOND, prepare_returning, undertaker, 1,
               ender, returner, request),
        SCENE("a slot goes to another pool beside a claim", prepare_one, 2,
              holder, careful_claimer, replacer),
        SCENE("a slot goes to the next worker beside a claim", prepare_one, 2,
              holder, careful_claimer, restarter),
        SCENE("a release beside one who aims at it and one who does not",
              prepare_one, 2, holder, request_first, request),
        SCENE("two releases beside two who aim at one of them", prepare_pair, 1,
              holder, holder, request_first, request_first),
        SCENE("one who aims goes away beside two who do not", prepare_one, 2,
              holder, impatient_request_first, request),
        SCENE("two releases beside one who aims and one who does not",
              prepare_pair, 1, holder, holder, request_second, request),
        SCENE("two releases beside one who aims at the first and two who "
              "would rather have the second",
              prepare_far, 1, holder, holder, request_first, request),
        DEADLY("anybody dies where the second is tried first", ANYBODY,
               prepare_far, undertaker, 0, holder, holder, request_first,
               request),
        SCENE("a worker goes that is aimed at", prepare_pair, 1, holder,
              second_goes, request_second, request),
        DEADLY("anybody dies beside one who aims", ANYBODY, prepare_one,
               undertaker, 1, holder, request_first, request),
        DEADLY("persistd dies while it takes a worker out", FIRST, prepare_one,
               successor, 0, first_goes),
        DEADLY("persistd dies while it wakes, and one comes later", FIRST,
               prepare_finishing, next_finisher, 1, finisher, request, request),
        DEADLY("who wakes dies, and the worker goes that is aimed at", SECOND,
               prepare_pair, undertaker, 1, holder, holder,
               careless_request_second, second_goes),
        SCENE("a shared unit is released beside two requests", prepare_shared,
              2, holder, request, request),
        SCENE("two shared units are released beside two requests",
              prepare_shared_two, 2, holder, holder, request, request),
        SCENE("three requests take turns at a shared unit", prepare_shared_free,
              2, request, request, request),
        DEADLY("anybody dies beside a shared unit", ANYBODY, prepare_shared,
               undertaker, 1, holder, request, request),
        DEADLY("anybody dies beside two shared units", ANYBODY,
               prepare_shared_two, undertaker, 0, holder, holder, request,
               request),
        SCENE("a worker with a shared unit leaves beside a release and a claim",
              prepare_shared, 2, holder, claimer, leaver),
        SCENE("a slot with a shared unit goes to another pool beside a claim",
              prepare_shared, 2, holder, careful_claimer, replacer),
        SCENE("a shared unit goes to another slot beside a claim and a waiter",
              prepare_shared_free, 2, one_claimer, run_passer, other_request),
        DEADLY("persistd dies while it frees a shared unit", FIRST,
               prepare_shared_finishing, next_persistd, 1, finisher, request,
               request),
        SCENE("a worker is given up beside two requests", prepare_one, 1,
              breaker, recycler, request, request),
        DEADLY("who gives a worker up dies", FIRST, prepare_one,
               recycling_undertaker, 0, recycling_breaker, request, request),
    };
    int more = argc > 1 ? atoi(argv[1]) : 0;
    if (slots_threads_sanitized()) {
        printf("1..0 # SKIP contexts under ThreadSanitizer\n");
        return 0;
    }
    /* Pinned, so that an order goes the same way each time it is run. */
    slots_pin();
    table_make();
    for (size_t i = 0; i < sizeof(scenarios) / sizeof(scenarios[0]); i++)
        run(scenarios[i], more);
    table_drop();
    return done_testing();
}
