/* SPDX-License-Identifier: Apache-2.0 */
/* slots_index.h: finds a pool by its key. The entry that a lookup returned may
 * be reused for another pool at any time; its generation then differs. */

#ifndef SLOTS_INDEX_H
#define SLOTS_INDEX_H

#include "slots_table.h"

/* Returns the index of the pool with this key, with *generation set, or -1 when
 * the table has no such pool (the caller then asks persistd). */
int slots_index_find(const slots_table_t *table, uint64_t key_high,
                     uint64_t key_low, uint64_t *generation);

/* True while the pool is LIVE with this generation. */
int slots_index_is(const slots_table_t *table, uint32_t pool,
                   uint64_t generation);

/* persistd: adds a bucket for the pool with the index `entry` - 1, before that
 * pool turns LIVE. */
void slots_index_add(slots_table_t *table, uint64_t key_high, uint64_t key_low,
                     uint32_t entry);

/* persistd, after a pool was closed: empties the dead buckets that no probe for
 * a live key passes over, so that a lookup of an unknown key stays short. */
void slots_index_trim(slots_table_t *table);

#endif /* SLOTS_INDEX_H */
