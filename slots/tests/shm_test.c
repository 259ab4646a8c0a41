/* SPDX-License-Identifier: Apache-2.0 */
/* shm_test.c: the block under its name: made, attached from another mapping,
 * refused, removed. */

#include "slots_shm.h"
#include "tap.h"

#include <apr_general.h>
#include <unistd.h>

static const slots_sizes_t sizes = {.owners = 3, .slots = 2, .pools = 2};
static char path[64];

static void test_create_and_attach(apr_pool_t *p)
{
    slots_shm_t made, again, seen;
    uint64_t generation;

    is_int(slots_shm_attach(&seen, path, p), APR_ENOENT, "there is none yet");
    is_int(slots_shm_create(&made, path, &sizes, p), APR_SUCCESS, "made");
    ok(APR_STATUS_IS_EEXIST(slots_shm_create(&again, path, &sizes, p)),
       "a name that is taken gives EEXIST");
    is_int(slots_shm_attach(&seen, path, p), APR_SUCCESS, "attached");
    ok(seen.table.header != made.table.header, "by a mapping of its own");
    slots_pool_add(&made.table, 1, 2, 3, 4, &generation);
    is_int(slots_pool_find(&seen.table, 1, 2, &generation), 0,
           "which shows what the other writes");
    is_int(seen.table.sizes.owners, sizes.owners, "sizes are known");
    is_int(slots_shm_check(&made, path, p), APR_SUCCESS, "the name is its");
    is_int(slots_shm_check(&seen, path, p), APR_SUCCESS, "also for the other");
    is_int(slots_shm_remove(path, p), APR_SUCCESS, "the name is taken away");
    is_int(slots_shm_check(&seen, path, p), APR_ENOENT, "which is noticed");
    is_int(slots_pool_find(&seen.table, 1, 2, &generation), 0,
           "who has it mapped keeps it");
    is_int(slots_shm_create(&again, path, &sizes, p), APR_SUCCESS,
           "another takes the name");
    is_int(slots_shm_check(&seen, path, p), APR_EINVAL, "and is told apart");
    slots_shm_remove(path, p);
    apr_shm_detach(seen.shm);
    is_int(slots_shm_attach(&seen, path, p), APR_ENOENT, "nobody else gets it");
}

static void test_not_ours(apr_pool_t *p)
{
    slots_sizes_t none = {0, 0, 0};
    slots_shm_t seen;
    apr_shm_t *strange;

    is_int(slots_shm_create(&seen, path, &none, p), APR_EINVAL,
           "no table of no size");
    if (apr_shm_create(&strange, 8192, path, p) != APR_SUCCESS)
        bail_out("no shared memory");
    is_int(slots_shm_attach(&seen, path, p), APR_EINVAL,
           "a strange block is refused");
    apr_shm_destroy(strange);
    if (apr_shm_create(&strange, 16, path, p) != APR_SUCCESS)
        bail_out("no shared memory");
    is_int(slots_shm_attach(&seen, path, p), APR_EINVAL, "so is a tiny one");
    apr_shm_destroy(strange);
}

int main(void)
{
    apr_pool_t *p;

    if (apr_initialize() != APR_SUCCESS ||
        apr_pool_create(&p, NULL) != APR_SUCCESS)
        bail_out("no APR");
    snprintf(path, sizeof(path), "/tmp/slots-table.%ld", (long)getpid());
    test_create_and_attach(p);
    test_not_ours(p);
    apr_pool_destroy(p);
    apr_terminate();
    return done_testing();
}
