/* SPDX-License-Identifier: Apache-2.0 */
/* slots_index.h: finds a pool by its key. The entry that a lookup returned may
 * be given to another pool at any time; the generation shows it. */

#ifndef SLOTS_INDEX_H
#define SLOTS_INDEX_H

#include "slots_table.h"

/* The pool with this key: its index with *generation set, or -1 when the table
 * does not know it (ask persistd). */
int slots_index_find(const slots_table_t *table, uint64_t key_high,
                     uint64_t key_low, uint64_t *generation);

/* True while pool is LIVE with this generation. */
int slots_index_is(const slots_table_t *table, uint32_t pool,
                   uint64_t generation);

/* persistd: adds a bucket for the pool with the index `entry` - 1, before that
 * pool turns LIVE. */
void slots_index_add(slots_table_t *table, uint64_t key_high, uint64_t key_low,
                     uint32_t entry);

/* persistd, after a pool was closed: turns dead buckets that no live key's
 * probing passes over into never used ones, so that a lookup of an unknown key
 * stays short. */
void slots_index_trim(slots_table_t *table);

#endif /* SLOTS_INDEX_H */
