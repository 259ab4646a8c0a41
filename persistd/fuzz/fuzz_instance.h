/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_instance.h: a persistd for the fuzz targets, with a small table in
 * private memory and a directory in memory. It can start no worker, so no
 * command of a definition is ever run. */

#ifndef PERSISTD_FUZZ_INSTANCE_H
#define PERSISTD_FUZZ_INSTANCE_H

#include "base/heap.h"
#include "common_names.h"
#include "os/look.h"
#include "pool/admit.h"
#include "pool/hears.h"
#include "state/instance.h"
#include "worker/events.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FUZZ_POOLS 8u
#define FUZZ_OWNERS 4u
#define FUZZ_LOOKER "persistd/persist-look" /* relative to where make runs */

static char fuzz_directory[] = "/dev/shm/pfXXXXXX";
static char fuzz_instance[sizeof(fuzz_directory) + 2];

/* Runs after a finding, too, because libFuzzer then ends with _exit. */
static void fuzz_remove(void)
{
    instance_remove(fuzz_instance);
    rmdir(fuzz_directory);
}

static void fuzz_make_table(persistd_t *pd)
{
    static slots_table_t table;
    const slots_sizes_t sizes = {
        .owners = FUZZ_OWNERS, .slots = 4, .pools = FUZZ_POOLS};
    size_t bytes = slots_table_bytes(&sizes);
    void *block = aligned_alloc(64, bytes);
    if (!block)
        abort();
    memset(block, 0, bytes);
    if (slots_table_format(&table, block, bytes, &sizes) != 0)
        abort();
    pd->table = &table;
    runs_open(&pd->runs, &table);
    pd->pools = heap_make(FUZZ_POOLS, sizeof(struct pool *));
    pd->suspects = heap_make(FUZZ_OWNERS + 1, 1);
}

static void fuzz_open(persistd_t *pd)
{
    char *text;
    if (!mkdtemp(fuzz_directory))
        abort();
    strcat(strcpy(fuzz_instance, fuzz_directory), "/i");
    if (instance_open(fuzz_instance, &text) != 0 || atexit(fuzz_remove) != 0)
        abort();
    pd->loop = uv_default_loop();
    pd->options.instance = fuzz_instance;
    pd->options.exec = "/nonexistent/persist-exec";
    if (look_prepare(pd->loop, FUZZ_LOOKER, fuzz_instance) != 0)
        abort();
    fuzz_make_table(pd);
    pd->heard = pool_hears;
    events_install(pd);
}

static void fuzz_forget_pools(persistd_t *pd)
{
    while (look_is_busy())
        uv_run(pd->loop, UV_RUN_ONCE);
    for (uint32_t i = 0; i < FUZZ_POOLS; i++)
        if (pd->pools[i])
            pool_remove(pd->pools[i]);
}

#endif /* PERSISTD_FUZZ_INSTANCE_H */
