/* SPDX-License-Identifier: Apache-2.0 */
/* slots_map_test.c: a table that was made by APR's name, mapped without APR. */

#include "slots_index.h"
#include "slots_map.h"
#include "slots_pool.h"
#include "slots_shm.h"
#include "tap.h"

#include <apr_general.h>
#include <errno.h>
#include <unistd.h>

static const slots_sizes_t sizes = {.owners = 3, .slots = 2, .pools = 2};
static char path[64];

static void test_map(apr_pool_t *p)
{
    slots_shm_t made;
    slots_room_t room;
    slots_map_t seen;
    uint64_t generation;
    ok(slots_map_open(&seen, path) == -1 && errno == ENOENT,
       "there is none yet");
    if (slots_shm_create(&made, path, &sizes, &room, p) != APR_SUCCESS)
        bail_out("no shared memory");
    is_int(slots_map_open(&seen, path), 0, "found by the name that APR makes");
    ok(seen.id == made.id, "it is the same table");
    is_int(seen.table.sizes.owners, sizes.owners, "sizes are known");
    slots_pool_add(&made.table, 1, 2, 3, 4, &generation);
    is_int(slots_index_find(&seen.table, 1, 2, &generation), 0,
           "it shows what the other mapping writes");
    slots_shm_remove(path, p);
    ok(slots_map_open(&seen, path) == -1 && errno == ENOENT,
       "without its name nobody finds it");
}

static void test_not_a_table(apr_pool_t *p)
{
    apr_shm_t *strange;
    slots_map_t seen;
    if (apr_shm_create(&strange, 8192, path, p) != APR_SUCCESS)
        bail_out("no shared memory");
    ok(slots_map_open(&seen, path) == -1 && errno == EINVAL,
       "a strange block is refused");
    apr_shm_destroy(strange);
}

int main(void)
{
    apr_pool_t *p;
    snprintf(path, sizeof(path), "/tmp/slots_map_test.%ld", (long)getpid());
    if (apr_initialize() != APR_SUCCESS ||
        apr_pool_create(&p, NULL) != APR_SUCCESS)
        bail_out("no pool");
    test_map(p);
    test_not_a_table(p);
    return done_testing();
}
