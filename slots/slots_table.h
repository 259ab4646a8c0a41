/* SPDX-License-Identifier: Apache-2.0 */
/* slots_table.h: makes, checks and addresses the shared block. */

#ifndef SLOTS_TABLE_H
#define SLOTS_TABLE_H

#include "slots_layout.h"

#include <stddef.h>

typedef struct slots_sizes {
    uint32_t owners; /* httpd children, all generations; indexes 1…owners */
    uint32_t slots;  /* workers of all pools */
    uint32_t pools;
} slots_sizes_t;

/* A process's private view. Sizes are copied here once, checked, and never
 * read from shared memory again. */
typedef struct slots_table {
    slots_header_t *header;
    slots_owner_t *owners; /* owners[0] is not used */
    slots_bucket_t *index;
    slots_slot_t *slots;
    slots_pool_t *pools;
    slots_sizes_t sizes;
    uint32_t buckets;
} slots_table_t;

/* Bytes that a block of these sizes takes; 0 when a size is 0 or too large. */
size_t slots_table_bytes(const slots_sizes_t *sizes);

/* persistd: lays a zeroed block, aligned to 64 bytes, out and opens it.
 * Returns 0, or -1 with errno EINVAL (sizes, too small, not aligned). */
int slots_table_format(slots_table_t *table, void *block, size_t bytes,
                       const slots_sizes_t *sizes);

/* The same check of a header alone, of a block that has this many bytes but is
 * not mapped. Returns 0 with *sizes set, or -1 with errno EINVAL. */
int slots_table_check(slots_header_t *header, size_t bytes,
                      slots_sizes_t *sizes);

/* Anyone: checks magic, layout version, byte order and all sizes of a block of
 * this many mapped bytes. Returns 0, or -1 with errno EINVAL (not a table, or
 * of another version) and *table untouched. */
int slots_table_open(slots_table_t *table, void *block, size_t bytes);

/* The number that stands for one state of a script file. mtime in
 * microseconds since the epoch. Never 0. */
uint64_t slots_version(int64_t mtime_us, uint64_t inode, uint64_t size);

/* persistd, once a second at least: it lives. */
void slots_beat(slots_table_t *table, int64_t now);

/* Microseconds since then, by a clock that may have been written by anybody. */
int64_t slots_silence(const slots_table_t *table, int64_t now);

/* CLOCK_MONOTONIC in microseconds: the clock of every time in the table. */
int64_t slots_now_us(void);

#endif /* SLOTS_TABLE_H */
