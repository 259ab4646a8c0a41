/* SPDX-License-Identifier: Apache-2.0 */
/* persistd_fixture.h: a persistd with an instance of its own and a table in
 * private memory, for the unit tests. */

#ifndef PERSISTD_TESTS_FIXTURE_H
#define PERSISTD_TESTS_FIXTURE_H

#include "base/heap.h"
#include "os/look.h"
#include "pool/admit.h"
#include "pool/hears.h"
#include "pool/pool.h"
#include "pool/reconcile.h"
#include "state/definition.h"
#include "state/instance.h"
#include "worker/events.h"

#include "tap.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What make has built. */
static inline const char *fixture_looker(void)
{
    const char *top = getenv("top_builddir");
    return heap_print("%s/persistd/persist-look", top ? top : ".");
}

/* Opens the instance's directory; there is room for one worker. */
static inline void fixture_open(persistd_t *pd, slots_table_t *table,
                                uint32_t pools, const char *instance)
{
    const slots_sizes_t sizes = {.owners = 1, .slots = 1, .pools = pools};
    size_t bytes = slots_table_bytes(&sizes);
    void *block = aligned_alloc(64, bytes);
    char *text;
    if (!block || instance_open(instance, &text) != 0)
        bail_out("no instance");
    memset(block, 0, bytes);
    if (slots_table_format(table, block, bytes, &sizes) != 0)
        bail_out("no table");
    pd->loop = uv_default_loop();
    pd->options.instance = instance;
    pd->heard = pool_hears;
    events_install(pd);
    pd->table = table;
    runs_open(&pd->runs, table);
    pd->pools = heap_make(pools, sizeof(struct pool *));
    if (look_prepare(pd->loop, fixture_looker(), instance) != 0)
        bail_out("no lookers");
}

/* Until the looks that are under way have ended; nothing else is looked at. */
static inline void fixture_settle(persistd_t *pd)
{
    while (look_is_busy())
        uv_run(pd->loop, UV_RUN_ONCE);
}

/* A pool of one worker, with a key of its own. */
static inline pool_t *fixture_pool(persistd_t *pd, const char *script)
{
    static uint64_t keys;
    const wire_ensure_t ensure = {
        .key_low = ++keys,
        .script = {(const uint8_t *)script, strlen(script)},
        .settings = {.workers_max = 1, .concurrency = 1},
    };
    const char *why;
    definition_t definition;
    pool_t *pool = NULL;
    if (definition_make(&definition, &ensure, &why) == 0)
        pool = pool_make(pd, &definition, 1, geteuid());
    if (!pool)
        bail_out("no pool");
    return pool;
}

#endif /* PERSISTD_TESTS_FIXTURE_H */
