/* SPDX-License-Identifier: Apache-2.0 */
/* slots_shm_test.c: a table that was made without APR, attached by APR's name;
 * what is no table is refused. */

#include "slots_index.h"
#include "slots_map.h"
#include "slots_pool.h"
#include "slots_shm.h"
#include "tap.h"

#include <apr_general.h>
#include <unistd.h>

static const slots_sizes_t sizes = {.owners = 3, .slots = 2, .pools = 2};
static char path[64];

static void test_attach(apr_pool_t *p)
{
    slots_map_t made;
    slots_room_t room;
    slots_shm_t seen;
    uint64_t generation;
    is_int(slots_shm_attach(&seen, path, p), APR_ENOENT, "there is none yet");
    if (slots_map_make(&made, path, &sizes, &room) != 0)
        bail_out("no shared memory");
    is_int(slots_shm_attach(&seen, path, p), APR_SUCCESS,
           "found by the name that APR makes");
    ok(seen.id == made.id, "it is the same table");
    is_int(seen.table.sizes.owners, sizes.owners, "sizes are known");
    slots_pool_add(&made.table, 1, 2, 3, 4, &generation);
    is_int(slots_index_find(&seen.table, 1, 2, &generation), 0,
           "it shows what the other mapping writes");
    slots_object_remove(path);
    is_int(slots_index_find(&seen.table, 1, 2, &generation), 0,
           "who has it mapped keeps it");
    apr_shm_detach(seen.shm);
    is_int(slots_shm_attach(&seen, path, p), APR_ENOENT,
           "without its name nobody finds it");
}

static void test_damaged(apr_pool_t *p)
{
    slots_map_t made;
    slots_room_t room;
    slots_shm_t seen;
    size_t *word, bytes;
    if (slots_map_make(&made, path, &sizes, &room) != 0)
        bail_out("no shared memory");
    word = made.start;
    bytes = *word;
    *word = bytes + 1;
    is_int(slots_shm_attach(&seen, path, p), APR_EINVAL,
           "a size word that is too large is refused");
    *word = 16;
    is_int(slots_shm_attach(&seen, path, p), APR_EINVAL,
           "so is one that is too small");
    *word = bytes;
    *(char *)made.table.header = '?';
    is_int(slots_shm_attach(&seen, path, p), APR_EINVAL, "and another layout");
    slots_object_remove(path);
}

/* Blocks of APR's own. */
static void test_strange(apr_pool_t *p, apr_size_t bytes, const char *what)
{
    apr_shm_t *strange;
    slots_shm_t seen;
    if (apr_shm_create(&strange, bytes, path, p) != APR_SUCCESS)
        bail_out("no shared memory");
    is_int(slots_shm_attach(&seen, path, p), APR_EINVAL, what);
    apr_shm_destroy(strange);
}

int main(void)
{
    apr_pool_t *p;
    snprintf(path, sizeof(path), "/tmp/slots_shm_test.%ld", (long)getpid());
    if (apr_initialize() != APR_SUCCESS ||
        apr_pool_create(&p, NULL) != APR_SUCCESS)
        bail_out("no pool");
    test_attach(p);
    test_damaged(p);
    test_strange(p, 8192, "a strange block is refused");
    test_strange(p, 16, "so is a tiny one");
    apr_pool_destroy(p);
    apr_terminate();
    return done_testing();
}
