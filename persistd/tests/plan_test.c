/* SPDX-License-Identifier: Apache-2.0 */
/* plan_test.c: how many workers start and retire. */

#include "decide/plan.h"
#include "tap.h"

/* A pool of up to four workers that has been seen to start. */
static plan_facts_t facts(void)
{
    return (plan_facts_t){.max = 4,
                          .capacity = 1,
                          .room = 100,
                          .seats = 100,
                          .pace = 100,
                          .proven = 1};
}

static void test_demand(void)
{
    plan_facts_t given = facts();
    is_int(plan_make(&given).start, 0, "nobody waits: nothing starts");
    given.waiting = 2;
    is_int(plan_make(&given).start, 2, "a worker for each that waits");
    given.starting = 1;
    is_int(plan_make(&given).start, 1, "those on their way count");
    given.starting = 3;
    is_int(plan_make(&given).start, 0, "and may be more than needed");
    given.starting = 0;
    given.free = 1;
    is_int(plan_make(&given).start, 1, "one who was woken needs no worker");
    given.free = 5;
    is_int(plan_make(&given).start, 0, "nor do those a free unit each awaits");
    given.free = 0;
    given.waiting = 1000;
    is_int(plan_make(&given).start, 4, "never above the maximum");
    given.ready = 3;
    is_int(plan_make(&given).start, 1, "which counts the ready ones");
    given.ready = 9;
    is_int(plan_make(&given).start, 0, "also when it was lowered");
}

static void test_capacity(void)
{
    plan_facts_t given = facts();
    given.waiting = 9;
    given.capacity = 4;
    is_int(plan_make(&given).start, 3, "a worker takes several at a time");
    given.capacity = 0;
    is_int(plan_make(&given).start, 4, "capacity 0 counts as 1");
}

static void test_minimum(void)
{
    plan_facts_t given = facts();
    given.min = 2;
    is_int(plan_make(&given).start, 2, "the minimum starts without demand");
    given.ready = given.starting = 1;
    is_int(plan_make(&given).start, 0, "and is then reached");
    given.ready = given.starting = 0;
    given.superseded = 1;
    is_int(plan_make(&given).start, 0, "a superseded pool has none");
    given.superseded = 0;
    given.min = 9;
    is_int(plan_make(&given).start, 4, "it never exceeds the maximum");
}

static void test_limits(void)
{
    plan_facts_t given = facts();
    given.waiting = 3;
    given.room = 1;
    plan_t plan = plan_make(&given);
    is_int(plan.start, 1, "room for all pools is respected");
    is_int(plan.shortage, 2, "and what is lacking is told");
    given.held = 1;
    plan = plan_make(&given);
    ok(plan.start == 0 && plan.shortage == 0, "back-off starts nothing");
    given.held = 0;
    given.suspended = 1;
    is_int(plan_make(&given).start, 0, "a stopping persistd neither");
}

static void test_first_worker(void)
{
    plan_facts_t given = facts();
    given.proven = 0;
    given.waiting = given.min = 4;
    is_int(plan_make(&given).start, 1, "an unproven script starts once");
    given.starting = 1;
    is_int(plan_make(&given).start, 0, "and once at a time");
}

static void test_retirement(void)
{
    plan_facts_t given = facts();
    given.ready = 4;
    given.expired = 3;
    is_int(plan_make(&given).retire, 3, "expired workers retire");
    given.min = 2;
    is_int(plan_make(&given).retire, 2, "but the minimum stays");
    given.superseded = 1;
    is_int(plan_make(&given).retire, 3, "not in a superseded pool");
    given.waiting = 1;
    is_int(plan_make(&given).retire, 0, "nobody leaves while others wait");
}

static void test_pace(void)
{
    plan_facts_t given = facts();
    given.waiting = 4;
    given.pace = 2;
    plan_t plan = plan_make(&given);
    is_int(plan.start, 2, "no more start than the pace allows");
    is_int(plan.shortage, 0, "which no other pool can help");
    given.pace = 100;
    given.seats = 1;
    plan = plan_make(&given);
    ok(plan.start == 1 && plan.shortage == 0, "nor can it with a full list");
    given.room = 0;
    is_int(plan_make(&given).shortage, 1, "nobody leaves for more than fit");
    given.room = 4;
    ok(!plan_make(&given).paced, "nor is a place kept for them");
    given.seats = 100;
    given.pace = 2;
    ok(plan_make(&given).paced, "what the pace puts off has its place");
    given.waiting = 2;
    ok(!plan_make(&given).paced, "and nothing else has");
}

static void test_renewal(void)
{
    plan_facts_t given = facts();
    given.ready = 4;
    given.worn = 2;
    plan_t plan = plan_make(&given);
    ok(plan.replace == 1 && plan.retire_worn == 0,
       "one is replaced, above MAX");
    given.replacements = given.starting = 1;
    plan = plan_make(&given);
    ok(plan.replace == 0 && plan.start == 0, "and one at a time");
    given.replacements = given.starting = 0;
    given.room = 0;
    plan = plan_make(&given);
    ok(plan.replace == 0 && plan.retire_worn == 1,
       "without room it leaves first");
    given.leaving = 1;
    plan = plan_make(&given);
    ok(plan.replace == 0 && plan.retire_worn == 0, "unless room is to be made");
    given.leaving = 0;
    given.room = 100;
    given.seats = 0;
    plan = plan_make(&given);
    ok(plan.replace == 0 && plan.retire_worn == 1,
       "nor does a full list have any");
    given.seats = 100;
    given.pace = 0;
    plan = plan_make(&given);
    ok(plan.replace == 0 && plan.retire_worn == 0, "it waits for the pace");
    given.pace = 100;
    given.held = 1;
    plan = plan_make(&given);
    ok(plan.replace == 0 && plan.retire_worn == 0,
       "and stays while none can start");
    given.held = 0;
    given.superseded = 1;
    plan = plan_make(&given);
    ok(plan.replace == 0 && plan.retire_worn == 1,
       "a superseded pool replaces none");
    given.leaving = 1;
    plan = plan_make(&given);
    ok(plan.retire_worn == 0, "nor lets all go at once");
    given = facts();
    given.room = given.waiting = given.worn = 1;
    given.ready = 1;
    plan = plan_make(&given);
    ok(plan.start == 1 && plan.replace == 0, "who waits goes before");
}

int main(void)
{
    test_demand();
    test_capacity();
    test_minimum();
    test_limits();
    test_first_worker();
    test_retirement();
    test_pace();
    test_renewal();
    return done_testing();
}
