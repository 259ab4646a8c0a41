/* SPDX-License-Identifier: Apache-2.0 */
/* rolling_test.c: when the new code takes over from the old. */

#include "decide/rolling.h"
#include "tap.h"

/* Three old workers, nothing new yet, and room for all. */
static rolling_facts_t facts(void)
{
    return (rolling_facts_t){.old = 3, .room = 10, .seats = 10, .pace = 10};
}

static void is(rolling_facts_t given, uint32_t start, int retire_old,
               int change, const char *what)
{
    rolling_t got = rolling_make(&given);
    ok(got.start == start && got.retire_old == retire_old &&
           got.change == change,
       what);
}

static void test_way(void)
{
    rolling_facts_t given = facts();
    is(given, 1, 0, 0, "the first new one starts alone");
    given.starting = 1;
    is(given, 0, 0, 0, "and is waited for");
    given.starting = 0;
    given.ready = given.proven = 1;
    is(given, 2, 0, 0, "then as many as there are old ones");
    given.starting = 2;
    is(given, 0, 0, 0, "which are waited for");
    given.starting = 0;
    given.ready = 3;
    is(given, 0, 0, 1, "then the new code takes over");
}

static void test_failure(void)
{
    rolling_facts_t given = facts();
    given.held = 1;
    is(given, 0, 0, 0, "new code that fails leaves the old ones alone");
    given.ready = given.proven = 1;
    is(given, 0, 0, 1, "unless some of it is ready");
    given = facts();
    given.old = 0;
    given.held = 1;
    is(given, 0, 0, 1, "or no old one is left");
}

static void test_room(void)
{
    rolling_facts_t given = facts();
    given.room = 0;
    is(given, 0, 1, 0, "without room an old one leaves");
    given.old = 2;
    given.leaving = 1;
    is(given, 0, 0, 0, "and is waited for");
    given.old = 1;
    is(given, 0, 0, 0, "by the last one, too");
    given.leaving = 0;
    is(given, 0, 0, 1, "which leaves at the change itself");
    given = facts();
    given.room = 1;
    given.ready = given.proven = 1;
    is(given, 1, 0, 0, "room is used");
    given.ready = 2;
    given.room = 0;
    is(given, 0, 0, 1, "and then that has to do");
    given.pace = 0;
    is(given, 0, 0, 0, "which the pace alone is no reason for");
    given.pace = given.room = 10;
    given.seats = 0;
    is(given, 0, 0, 1, "but the end of the pool's list is");
}

static void lacks(rolling_facts_t given, int lacking, const char *what)
{
    ok(rolling_make(&given).shortage == lacking, what);
}

static void test_lack(void)
{
    rolling_facts_t given = facts();
    lacks(given, 0, "where there is room none is waited for");
    given.room = 0;
    lacks(given, 1, "the place of the one that leaves is waited for");
    given.leaving = 1;
    lacks(given, 1, "until it has left");
    given.held = 1;
    lacks(given, 0, "not while none may be started");
    given = facts();
    given.room = 0;
    given.ready = given.proven = 1;
    lacks(given, 0, "nor for more than the first new one");
    given = facts();
    given.room = 0;
    given.old = 1;
    lacks(given, 0, "nor when the code changes without it");
}

int main(void)
{
    test_way();
    test_failure();
    test_room();
    test_lack();
    return done_testing();
}
