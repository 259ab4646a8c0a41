/* SPDX-License-Identifier: Apache-2.0 */
/* slots_table.h: makes, checks and addresses the shared block. */

#ifndef SLOTS_TABLE_H
#define SLOTS_TABLE_H

#include "common_clock.h"
#include "slots_layout.h"

#include <stddef.h>

typedef struct slots_sizes {
    uint32_t owners; /* httpd children of all generations; indexes 1…owners */
    uint32_t slots;  /* workers of all pools */
    uint32_t pools;
} slots_sizes_t;

/* A process's private view of the block. Sizes are copied here once, checked,
 * and never read from shared memory again. */
typedef struct slots_table {
    slots_header_t *header;
    slots_owner_t *owners; /* owners[0] is not used */
    slots_bucket_t *index;
    slots_slot_t *slots;
    slots_unit_t *units;
    slots_hint_t *hints;
    slots_pool_t *pools;
    slots_sizes_t sizes;
    uint32_t buckets;
    uint32_t shared;     /* the first unit that is no slot's home */
    uint32_t unit_count; /* units in all: slots_table_units() */
    /* How many requests of this process wait; the table has a copy. All threads
     * read the fields around it, which must not share its cache line. */
    char before[64];
    _Atomic uint32_t waiting;
    char behind[64];
} slots_table_t;

/* Returns the bytes that a block of these sizes takes; 0 when a size is 0 or
 * too large. */
size_t slots_table_bytes(const slots_sizes_t *sizes);

/* Returns how many units a table with so many slots has: SLOTS_HOME for each
 * slot, and shared ones, so that one worker in eight, and eight workers at
 * least, can have SLOTS_UNITS of them. */
uint32_t slots_table_units(uint32_t slots);

/* persistd: formats a zeroed block that is aligned to 64 bytes, and opens it.
 * Returns 0, or -1 with errno EINVAL (sizes, too small, not aligned). */
int slots_table_format(slots_table_t *table, void *block, size_t bytes,
                       const slots_sizes_t *sizes);

/* Checks only a header, as slots_table_open() does, of a block that has this
 * many bytes but is not mapped. Returns 0 with *sizes set, or -1 with errno
 * EINVAL. */
int slots_table_check(slots_header_t *header, size_t bytes,
                      slots_sizes_t *sizes);

/* Any process: checks magic, layout version, byte order and all sizes of a
 * block of this many mapped bytes. Returns 0, or -1 with errno EINVAL (not a
 * table, or of another version) and *table untouched. */
int slots_table_open(slots_table_t *table, void *block, size_t bytes);

/* Returns the number that stands for one state of a script file; never 0. mtime
 * is in microseconds since the epoch. */
uint64_t slots_version(int64_t mtime_us, uint64_t inode, uint64_t size);

/* persistd, at least once a second: records that it is alive. */
void slots_beat(slots_table_t *table, int64_t now);

/* Returns the microseconds since the last slots_beat(). Any process may have
 * written the stored time. */
int64_t slots_silence(const slots_table_t *table, int64_t now);

/* persistd, every second: tells whether processors have time to spare. That
 * holds for SLOTS_CALM_US, so it ends by itself if persistd hangs. */
void slots_set_calm(slots_table_t *table, int64_t now, int is_calm);

/* Returns 1 if they have at this time, else 0. A hint: any process may have
 * written it. */
int slots_is_calm(const slots_table_t *table, int64_t now);

#endif /* SLOTS_TABLE_H */
