/* SPDX-License-Identifier: Apache-2.0 */

#include "lifecycle/persist_environment.h"

#include "tap.h"

#include <apr_general.h>

static void goes_on(void)
{
    ok(persist_environment_is_for_workers("PATH=/bin"), "PATH");
    ok(persist_environment_is_for_workers("LC_ALL=C"), "what begins with LC_");
    ok(persist_environment_is_for_workers("TZ="), "an empty one");
    ok(!persist_environment_is_for_workers("PATHS=/bin"), "a longer name");
    ok(!persist_environment_is_for_workers("LC_ALL"), "what has no value");
    ok(!persist_environment_is_for_workers("SECRET=PATH=/bin"), "a secret");
    ok(!persist_environment_is_for_workers("LD_LIBRARY_PATH=/x"),
       "nor what is persistd's own");
}

static void persistd_gets(apr_pool_t *p)
{
    char *from[] = {"SECRET=1",           "LANG=C",
                    "LD_PRELOAD=/x",      "ASAN_OPTIONS=a=1",
                    "LD_LIBRARY_PATH=/x", NULL};
    char **made = persist_environment_for_persistd(from, p);
    is_str(made[0], "LANG=C", "persistd gets what workers get");
    is_str(made[1], "ASAN_OPTIONS=a=1", "what sanitizers look for");
    is_str(made[2], "LD_LIBRARY_PATH=/x", "where its libraries are");
    ok(!made[3], "and no more");
    ok(!*persist_environment_for_persistd(NULL, p), "of nothing, nothing");
}

int main(void)
{
    apr_pool_t *p;
    apr_initialize();
    apr_pool_create(&p, NULL);
    goes_on();
    persistd_gets(p);
    apr_terminate();
    return done_testing();
}
