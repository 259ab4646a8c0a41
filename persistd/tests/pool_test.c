/* SPDX-License-Identifier: Apache-2.0 */
/* pool_test.c: what is unused for long leaves the table, but a stop stays as
 * long as there is its script. Of pools of one script one stands for it. */

#include "common_clock.h"
#include "persistd_fixture.h"
#include "pool/sources.h"
#include "pool/view.h"

#include <fcntl.h>
#include <unistd.h>

#define LONG_AGO_US 660000000 /* eleven minutes */

static slots_table_t table;

/* Is it there after a look, if nobody has asked for it for so long? */
static int stays(persistd_t *pd, pool_t *pool, int64_t age)
{
    uint32_t index = pool->index;
    pool->used = common_now_us() - age;
    atomic_store(&table.pools[index].last_request, pool->used);
    pool_tick_all(pd);
    return pd->pools[index] != NULL;
}

static void test_unused(persistd_t *pd, const char *script)
{
    pool_t *pool = fixture_pool(pd, script);
    ok(stays(pd, pool, 0), "a pool that was used lately stays");
    ok(!stays(pd, pool, LONG_AGO_US), "one that was not goes");
}

static void test_stopped(persistd_t *pd, const char *script)
{
    pool_t *pool = fixture_pool(pd, script);
    close(open(script, O_CREAT | O_WRONLY, 0600));
    pool_stop(pool);
    fixture_settle(pd);
    ok(stays(pd, pool, LONG_AGO_US), "one that is stopped stays");
    unlink(script);
    sources_stat(pool->sources);
    fixture_settle(pd);
    ok(stays(pd, pool, 0), "also when its script has just gone");
    ok(!stays(pd, pool, LONG_AGO_US), "but not for ever");
}

/* The look that is late is held by a file system that has been replaced, as
 * another look finds. */
static void test_replaced(persistd_t *pd, const char *script)
{
    const look_found_t found = {.version = 1, .device = 1};
    pool_t *pool = fixture_pool(pd, script);
    fixture_settle(pd);
    view_stat(pool);
    pool->view.late = 1;
    view_take(pool, &found);
    ok(!pool->view.look && !pool->view.late,
       "a look that is late is not waited for when another one is answered");
    fixture_settle(pd);
    pool_remove(pool);
}

static void use(pool_t *pool, int64_t at)
{
    atomic_store(&table.pools[pool->index].last_request, at);
    pool->used = 0;
}

/* Stands the first of two pools of a script, after a look, when they were used
 * so long ago? Before it the second one stands. */
static int is_back(persistd_t *pd, pool_t *pools[2], int64_t first,
                   int64_t second)
{
    const int64_t now = common_now_us();
    pools[0]->superseded = 1;
    pools[1]->superseded = 0;
    use(pools[0], now - first);
    use(pools[1], now - second);
    pool_tick_all(pd);
    if (pools[0]->superseded == pools[1]->superseded)
        bail_out("one of them stands");
    return !pools[0]->superseded;
}

#define SECOND_US 1000000

static void test_superseded(persistd_t *pd, const char *script)
{
    pool_t *pools[] = {fixture_pool(pd, script), fixture_pool(pd, script)};
    pool_t *other = fixture_pool(pd, "/another");
    ok(pools[0]->superseded, "new settings supersede the old ones");
    ok(!is_back(pd, pools, 0, 0), "which do not stand as long as both serve");
    ok(!is_back(pd, pools, 0, 5 * SECOND_US), "nor for some seconds more");
    ok(is_back(pd, pools, 0, 11 * SECOND_US), "but when they alone serve");
    pool_t *third = fixture_pool(pd, script);
    third->superseded = 1;
    ok(is_back(pd, pools, 0, 11 * SECOND_US), "or with others that do not");
    pool_remove(third);
    ok(!is_back(pd, pools, 20 * SECOND_US, 60 * SECOND_US),
       "not when nobody asks");
    pools[0]->stopped = 1;
    ok(!is_back(pd, pools, 0, 11 * SECOND_US), "nor when they are stopped");
    ok(!other->superseded, "other scripts have nothing to do with it");
    pool_remove(pools[0]);
    pool_remove(pools[1]);
    pool_remove(other);
}

/* The pool is defined again; the journal is marked, and it is logged, if that
 * changes it. */
static int is_changed(persistd_t *pd, pool_t *pool, uint64_t seen, uint64_t max)
{
    const char *script = pool->definition.script;
    const wire_ensure_t ensure = {
        .key_low = pool->definition.key_low,
        .seen = seen,
        .script = {(const uint8_t *)script, strlen(script)},
        .settings = {.workers_max = max, .concurrency = 1},
    };
    const char *why;
    definition_t definition;
    if (definition_make(&definition, &ensure, &why) != 0)
        bail_out("no definition");
    pd->agenda.journal = 0;
    pool_define(pool, &definition);
    return pd->agenda.journal;
}

static void test_defined(persistd_t *pd, const char *script)
{
    pool_t *pool = fixture_pool(pd, script);
    ok(!is_changed(pd, pool, 7, 1),
       "a new version of a script changes no pool");
    ok(is_changed(pd, pool, 7, 2), "a new setting does");
    pool_remove(pool);
}

int main(void)
{
    static persistd_t pd;
    char top[] = "/tmp/ptXXXXXX";
    char instance[sizeof(top) + 2], script[sizeof(top) + 2];
    if (!mkdtemp(top))
        bail_out("no directory");
    snprintf(instance, sizeof(instance), "%s/i", top);
    snprintf(script, sizeof(script), "%s/s", top);
    fixture_open(&pd, &table, 8, instance);
    test_unused(&pd, script);
    test_stopped(&pd, script);
    test_replaced(&pd, script);
    test_superseded(&pd, script);
    test_defined(&pd, script);
    instance_remove(instance);
    rmdir(top);
    return done_testing();
}
