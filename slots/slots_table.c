/* SPDX-License-Identifier: Apache-2.0 */
/* slots_table.c: computes where the parts of the block lie, and checks whether
 * a block is one of ours. */

#include "slots_table.h"

#include "common_clock.h"

#include <errno.h>
#include <string.h>
#include <time.h>

#define HEADER_BYTES 4096u
#define LINE 64u

typedef struct offsets {
    size_t owners, index, slots, units, hints, pools, bytes;
    uint32_t buckets, shared, unit_count;
} offsets_t;

_Static_assert(sizeof(slots_header_t) <= HEADER_BYTES, "header is one page");
_Static_assert(sizeof(slots_unit_t) == 8, "a unit's word is one word");
_Static_assert(ATOMIC_LLONG_LOCK_FREE == 2, "needs lock-free 64-bit words");

static int sizes_good(const slots_sizes_t *sizes)
{
    return sizes->owners >= 1 && sizes->owners <= SLOTS_OWNERS_MAX &&
           sizes->slots >= 1 && sizes->slots <= SLOTS_SLOTS_MAX &&
           sizes->pools >= 1 && sizes->pools <= SLOTS_POOLS_MAX;
}

/* A power of two, at least twice the number of pools, so that probes stay
 * short. */
static uint32_t buckets_for(uint32_t pools)
{
    uint32_t buckets = 16;
    while (buckets < 2 * pools)
        buckets *= 2;
    return buckets;
}

#define LARGE_WORKERS 8u /* of SLOTS_UNITS units: so many at least */
#define LARGE_SHARE 8u   /* and one in so many */

static uint32_t shared_units(uint32_t slots)
{
    uint32_t workers = slots / LARGE_SHARE;
    if (workers < LARGE_WORKERS)
        workers = slots < LARGE_WORKERS ? slots : LARGE_WORKERS;
    return workers * SLOTS_UNITS;
}

uint32_t slots_table_units(uint32_t slots)
{
    return slots * SLOTS_HOME + shared_units(slots);
}

static size_t lined(size_t bytes)
{
    return (bytes + LINE - 1) / LINE * LINE;
}

static offsets_t offsets_of(const slots_sizes_t *sizes)
{
    offsets_t at;
    at.buckets = buckets_for(sizes->pools);
    at.owners = HEADER_BYTES;
    at.index = at.owners + ((size_t)sizes->owners + 1) * sizeof(slots_owner_t);
    at.slots = at.index + lined(at.buckets * sizeof(slots_bucket_t));
    at.units = at.slots + sizes->slots * sizeof(slots_slot_t);
    at.shared = sizes->slots * SLOTS_HOME;
    at.unit_count = slots_table_units(sizes->slots);
    at.hints = at.units + at.unit_count * sizeof(slots_unit_t);
    at.pools = at.hints +
               (at.unit_count - at.shared) / SLOTS_BLOCK * sizeof(slots_hint_t);
    at.bytes = at.pools + sizes->pools * sizeof(slots_pool_t);
    return at;
}

static void table_address(slots_table_t *table, void *block,
                          const slots_sizes_t *sizes)
{
    offsets_t at = offsets_of(sizes);
    char *base = block;
    table->header = block;
    table->owners = (void *)(base + at.owners);
    table->index = (void *)(base + at.index);
    table->slots = (void *)(base + at.slots);
    table->units = (void *)(base + at.units);
    table->hints = (void *)(base + at.hints);
    table->pools = (void *)(base + at.pools);
    table->sizes = *sizes;
    table->buckets = at.buckets;
    table->shared = at.shared;
    table->unit_count = at.unit_count;
    table->waiting = 0;
}

static int block_aligned(const void *block)
{
    return (uintptr_t)block % LINE == 0;
}

size_t slots_table_bytes(const slots_sizes_t *sizes)
{
    return sizes_good(sizes) ? offsets_of(sizes).bytes : 0;
}

int slots_table_format(slots_table_t *table, void *block, size_t bytes,
                       const slots_sizes_t *sizes)
{
    slots_header_t *header = block;
    size_t needed = slots_table_bytes(sizes);
    if (needed == 0 || bytes < needed || !block_aligned(block)) {
        errno = EINVAL;
        return -1;
    }
    header->layout_version = SLOTS_LAYOUT_VERSION;
    header->byte_order = SLOTS_BYTE_ORDER;
    header->bytes = needed;
    header->owners = sizes->owners;
    header->buckets = buckets_for(sizes->pools);
    header->slots = sizes->slots;
    header->units = slots_table_units(sizes->slots);
    header->pools = sizes->pools;
    atomic_store(&header->phase, SLOTS_SERVING);
    atomic_store(&header->magic, SLOTS_MAGIC);
    table_address(table, block, sizes);
    return 0;
}

/* Reads each size once, because the process that wrote the block can still
 * write it. */
static int header_read(slots_header_t *header, size_t bytes,
                       slots_sizes_t *sizes)
{
    if (bytes < HEADER_BYTES || atomic_load(&header->magic) != SLOTS_MAGIC ||
        header->layout_version != SLOTS_LAYOUT_VERSION ||
        header->byte_order != SLOTS_BYTE_ORDER)
        return 0;
    sizes->owners = *(volatile uint32_t *)&header->owners;
    sizes->slots = *(volatile uint32_t *)&header->slots;
    sizes->pools = *(volatile uint32_t *)&header->pools;
    return sizes_good(sizes) && header->buckets == buckets_for(sizes->pools) &&
           header->units == slots_table_units(sizes->slots) &&
           header->bytes == slots_table_bytes(sizes) &&
           slots_table_bytes(sizes) <= bytes;
}

int slots_table_check(slots_header_t *header, size_t bytes,
                      slots_sizes_t *sizes)
{
    if (header_read(header, bytes, sizes))
        return 0;
    errno = EINVAL;
    return -1;
}

int slots_table_open(slots_table_t *table, void *block, size_t bytes)
{
    slots_sizes_t sizes;
    if (!block_aligned(block) || !header_read(block, bytes, &sizes)) {
        errno = EINVAL;
        return -1;
    }
    table_address(table, block, &sizes);
    return 0;
}

void slots_beat(slots_table_t *table, int64_t now)
{
    atomic_store_explicit(&table->header->beat, now, memory_order_relaxed);
}

int64_t slots_silence(const slots_table_t *table, int64_t now)
{
    int64_t beat =
        atomic_load_explicit(&table->header->beat, memory_order_relaxed);
    return beat > 0 && beat < now ? now - beat : 0;
}

/* One round of the finaliser of splitmix64. */
static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

uint64_t slots_version(int64_t mtime_us, uint64_t inode, uint64_t size)
{
    uint64_t version = mix((uint64_t)mtime_us + 0x9e3779b97f4a7c15u);
    version = mix(version + inode);
    version = mix(version + size);
    return version ? version : 1;
}

void slots_set_calm(slots_table_t *table, int64_t now, int is_calm)
{
    atomic_store_explicit(&table->header->calm_until,
                          is_calm ? now + SLOTS_CALM_US : 0,
                          memory_order_relaxed);
}

int slots_is_calm(const slots_table_t *table, int64_t now)
{
    return now < atomic_load_explicit(&table->header->calm_until,
                                      memory_order_relaxed);
}
