/* SPDX-License-Identifier: Apache-2.0 */
/* roomy_fixture.h: the fixture of the unit tests, with room for several
 * workers. */

#ifndef PERSISTD_TESTS_ROOMY_FIXTURE_H
#define PERSISTD_TESTS_ROOMY_FIXTURE_H

#include "persistd_fixture.h"

/* As fixture_open(), but so many workers may run, of one owner as well. */
static inline void fixture_open_roomy(persistd_t *pd, slots_table_t *table,
                                      uint32_t slots, uint32_t pools,
                                      const char *instance)
{
    const slots_sizes_t sizes = {.owners = 1, .slots = slots, .pools = pools};
    size_t bytes = slots_table_bytes(&sizes);
    void *block = aligned_alloc(64, bytes);
    if (!block)
        bail_out("no memory");
    fixture_open(pd, table, pools, instance);
    free(table->header); /* the block of the table with one slot */
    memset(block, 0, bytes);
    if (slots_table_format(table, block, bytes, &sizes) != 0)
        bail_out("no table");
    runs_close(&pd->runs);
    runs_open(&pd->runs, table);
    pd->settings.known = 1;
    pd->settings.max_workers = pd->settings.owner_share = slots;
}

#endif /* PERSISTD_TESTS_ROOMY_FIXTURE_H */
