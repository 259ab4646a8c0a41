/* SPDX-License-Identifier: Apache-2.0 */
/* pool_test.c: what is unused for long leaves the table, but a stop stays as
 * long as there is its script. */

#include "persistd_fixture.h"

#include <fcntl.h>
#include <unistd.h>

#define LONG_AGO_US 660000000 /* eleven minutes */

static slots_table_t table;

/* Is it there after a look, if nobody has asked for it for so long? */
static int stays(persistd_t *pd, pool_t *pool, int64_t age)
{
    uint32_t index = pool->index;
    pool->used = slots_now_us() - age;
    atomic_store(&table.pools[index].last_request, pool->used);
    pool_look_all(pd);
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
    ok(stays(pd, pool, LONG_AGO_US), "one that is stopped stays");
    unlink(script);
    ok(stays(pd, pool, 0), "also when its script has just gone");
    ok(!stays(pd, pool, LONG_AGO_US), "but not for ever");
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
    fixture_open(&pd, &table, 4, instance);
    test_unused(&pd, script);
    test_stopped(&pd, script);
    instance_remove(instance);
    rmdir(top);
    return done_testing();
}
