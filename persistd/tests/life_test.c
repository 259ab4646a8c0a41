/* SPDX-License-Identifier: Apache-2.0 */
/* life_test.c: each state of a worker, before and at its deadline. */

#include "decide/life.h"
#include "tap.h"

#define DEADLINE 1000

static life_facts_t in(worker_state_t state)
{
    return (life_facts_t){.state = state, .deadline = DEADLINE, .watched = 1};
}

/* What is due just before the deadline, and at it. */
static void steps(life_facts_t facts, life_step_t before, life_step_t at,
                  const char *what)
{
    is_int(life_step(&facts, DEADLINE - 1), before, what);
    is_int(life_step(&facts, DEADLINE), at, "  and at its deadline");
    facts.deadline = 0;
    is_int(life_step(&facts, INT64_MAX), before, "  and without one");
}

static void test_steps(void)
{
    life_facts_t facts = in(WORKER_STARTING);
    steps(facts, LIFE_GO_ON, LIFE_KILL_BOOT, "one that starts goes on");
    facts.ready = 1;
    steps(facts, LIFE_GO_ON, LIFE_GO_ON, "READY came: it goes on");
    steps(in(WORKER_READY), LIFE_GO_ON, LIFE_GO_ON, "one that serves goes on");
    facts = in(WORKER_LEAVING);
    steps(facts, LIFE_SEND_STOP, LIFE_SEND_STOP, "it leaves: STOP is sent");
    facts.leased = 1;
    steps(facts, LIFE_GO_ON, LIFE_KILL_LEASED, "a request is with it: it may");
    steps(in(WORKER_STOPPING), LIFE_GO_ON, LIFE_KILL_STOPPED,
          "one that was sent STOP may end");
    facts = in(WORKER_KILLING);
    steps(facts, LIFE_GO_ON, LIFE_GO_ON, "one that was killed is waited for");
    facts.watched = 0;
    steps(facts, LIFE_DROP, LIFE_DROP, "unless there is nothing to see");
}

static void test_copies(void)
{
    life_facts_t facts = in(WORKER_STARTING);
    facts.watched = 0;
    facts.deadline = 0;
    facts.copied_by = DEADLINE;
    is_int(life_step(&facts, DEADLINE - 1), LIFE_GO_ON, "CLONED may come");
    is_int(life_step(&facts, DEADLINE), LIFE_GIVE_UP_CLONE, "until its time");
    for (int state = WORKER_READY; state <= WORKER_KILLING; state++) {
        facts.state = (worker_state_t)state;
        is_int(life_step(&facts, 0), LIFE_GIVE_UP_CLONE,
               "a copy that is not wanted is given up");
    }
}

static void outcome(worker_state_t state, int ready, int fault,
                    life_outcome_t exec, life_outcome_t cloned,
                    const char *what)
{
    const life_facts_t facts = {.state = state, .ready = ready};
    is_int(life_outcome(&facts, fault, 0), exec, what);
    is_int(life_outcome(&facts, fault, 1), cloned, "  and as a copy");
}

static void test_outcomes(void)
{
    outcome(WORKER_STARTING, 0, 0, LIFE_BOOT_FAILED, LIFE_CLONE_FAILED,
            "its end before READY is a boot that failed");
    outcome(WORKER_KILLING, 0, 2001, LIFE_BOOT_FAILED, LIFE_CLONE_FAILED,
            "so is being killed for it");
    outcome(WORKER_STARTING, 1, 0, LIFE_CRASHED, LIFE_CRASHED,
            "behind READY it is a crash");
    outcome(WORKER_READY, 0, 0, LIFE_CRASHED, LIFE_CRASHED,
            "so it is while it serves");
    outcome(WORKER_LEAVING, 0, 0, LIFE_EXPECTED, LIFE_EXPECTED,
            "one that leaves may end");
    outcome(WORKER_STOPPING, 0, 0, LIFE_EXPECTED, LIFE_EXPECTED,
            "one that was sent STOP, too");
    outcome(WORKER_KILLING, 0, 0, LIFE_EXPECTED, LIFE_EXPECTED,
            "one that was killed, too");
}

static void test_starting(void)
{
    ok(life_is_starting(WORKER_STARTING, 0), "it starts");
    ok(life_is_starting(WORKER_KILLING, 2001),
       "it was killed for its boot: the verdict is still to come");
    ok(!life_is_starting(WORKER_KILLING, 0), "it was killed");
    ok(!life_is_starting(WORKER_READY, 0), "it serves");
}

int main(void)
{
    test_steps();
    test_copies();
    test_outcomes();
    test_starting();
    return done_testing();
}
