/* SPDX-License-Identifier: Apache-2.0 */
/* slots_table_test.c: a block is opened only when every field of its header is
 * right.
 */

#include "slots_fixture.h"

#include <errno.h>
#include <stdalign.h>

static const slots_sizes_t sizes = {.owners = 7, .slots = 5, .pools = 3};
static void *block;
static size_t bytes;

static int opens(size_t length)
{
    slots_table_t table;
    memset(&table, 0x5a, sizeof(table));
    errno = 0;
    if (slots_table_open(&table, block, length) == 0)
        return 1;
    return errno == EINVAL && table.buckets == 0x5a5a5a5a ? 0 : -1;
}

/* Opens the block with one bit of the header flipped, each bit in turn. */
static void test_corrupt_bits(void)
{
    unsigned char *byte = block;
    size_t end = offsetof(slots_header_t, phase);
    int opened = 0, refused = 0;
    for (size_t bit = 0; bit < end * 8; bit++) {
        byte[bit / 8] ^= (unsigned char)(1u << bit % 8);
        if (opens(bytes) == 0)
            refused++;
        else
            opened++;
        byte[bit / 8] ^= (unsigned char)(1u << bit % 8);
    }
    is_int(opened, 0, "no header with one wrong bit is opened");
    is_int(refused, end * 8, "each is refused with EINVAL, table untouched");
    is_int(opens(bytes), 1, "the right header is opened");
}

/* The size fields together describe a larger table than is mapped. */
static void test_larger_than_mapped(void)
{
    slots_sizes_t larger = sizes;
    slots_header_t *header = block;
    slots_header_t kept = *header;
    larger.pools++;
    header->pools = larger.pools;
    header->bytes = slots_table_bytes(&larger);
    is_int(opens(bytes), 0, "a table larger than its mapping is refused");
    header->pools = UINT32_MAX;
    header->bytes = 0;
    is_int(opens(bytes), 0, "sizes that overflow are refused");
    header->pools = kept.pools;
    header->bytes = kept.bytes;
}

static void test_calm(slots_table_t *table)
{
    ok(!slots_is_calm(table, 5000), "not known to be calm");
    slots_set_calm(table, 5000, 1);
    ok(slots_is_calm(table, 5000), "it is");
    ok(slots_is_calm(table, 4999 + SLOTS_CALM_US), "while persistd is late");
    ok(!slots_is_calm(table, 5000 + SLOTS_CALM_US), "not when it hangs");
    slots_set_calm(table, 5000, 0);
    ok(!slots_is_calm(table, 5000), "it is not any more");
}

static void test_beat(slots_table_t *table)
{
    is_int(slots_silence(table, 5000), 0, "before its first beat: no silence");
    slots_beat(table, 3000);
    is_int(slots_silence(table, 5000), 2000, "after it, what has passed");
    slots_beat(table, 9000);
    is_int(slots_silence(table, 5000), 0, "a beat of the future is none");
    slots_beat(table, INT64_MIN);
    is_int(slots_silence(table, 5000), 0, "nor is nonsense");
}

static void test_short_mappings(void)
{
    is_int(opens(bytes - 1), 0, "one byte short is refused");
    is_int(opens(0), 0, "an empty mapping is refused");
    is_int(opens(sizeof(slots_header_t)), 0, "a bare header is refused");
    is_int(opens(bytes + 4096), 1, "a mapping may be longer");
}

/* The server's defaults, with httpd's defaults on prefork. docs/directives.md
 * says how much of /dev/shm they take; a container has 64 MB of it. */
static void test_default_size(void)
{
    slots_sizes_t usual = {.owners = 528, .slots = 64, .pools = 1024};
    size_t whole = slots_table_bytes(&usual);
    ok(whole < 15u << 20, "the table of a server takes less than 15 MiB");
    usual.pools++;
    is_int(slots_table_bytes(&usual) - whole, 13888 + 2048 * 24,
           "one more pool takes as much as the documentation says");
    usual.pools--;
    usual.slots += 8;
    is_int(slots_table_bytes(&usual) - whole, 8 * (320 + 16 * 8) + 1024 * 9,
           "so do eight more workers");
}

static void test_sizes(void)
{
    slots_sizes_t bad[] = {{0, 1, 1},
                           {1, 0, 1},
                           {1, 1, 0},
                           {SLOTS_OWNERS_MAX + 1, 1, 1},
                           {1, SLOTS_SLOTS_MAX + 1, 1},
                           {1, 1, SLOTS_POOLS_MAX + 1},
                           {UINT32_MAX, UINT32_MAX, UINT32_MAX}};
    slots_sizes_t most = {SLOTS_OWNERS_MAX, SLOTS_SLOTS_MAX, SLOTS_POOLS_MAX};
    slots_table_t table;
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        if (slots_table_bytes(&bad[i]) != 0 ||
            slots_table_format(&table, block, bytes, &bad[i]) != -1)
            ok(0, "sizes out of range are refused");
    ok(slots_table_bytes(&most) > 0, "the largest sizes are good");
    is_int(slots_table_units(1), 16 + 1024, "one worker may be large");
    is_int(slots_table_units(64), 64 * 16 + 8 * 1024, "eight of 64");
    is_int(slots_table_units(800), 800 * 16 + 100 * 1024, "100 of 800");
    is_int(slots_table_format(&table, block, bytes - 1, &sizes), -1,
           "no table is laid into a block that is too small");
    is_int(slots_table_format(&table, (char *)block + 8, bytes, &sizes), -1,
           "nor into one that is not aligned");
}

/* Each part lies after the one before it, and the last one fits. */
static void test_parts(void)
{
    slots_table_t table;
    char *end = (char *)block + bytes;
    if (slots_table_open(&table, block, bytes) != 0)
        bail_out("no table");
    ok((char *)table.owners >= (char *)block + sizeof(slots_header_t),
       "owners lie behind the header");
    ok((char *)table.index >= (char *)&table.owners[sizes.owners + 1],
       "the index lies behind the owners 0…owners");
    ok((char *)table.slots >= (char *)&table.index[table.buckets],
       "slots lie behind the index");
    ok((char *)table.units >= (char *)&table.slots[sizes.slots],
       "units lie behind the slots");
    ok((char *)table.hints >= (char *)&table.units[table.unit_count],
       "hints lie behind the units");
    ok((char *)table.pools >=
           (char *)&table
               .hints[(table.unit_count - table.shared) / SLOTS_BLOCK],
       "pools lie behind the hints");
    ok((char *)&table.pools[sizes.pools] <= end, "pools end in the block");
    ok((uintptr_t)table.pools % alignof(slots_pool_t) == 0 &&
           (uintptr_t)table.slots % alignof(slots_slot_t) == 0 &&
           (uintptr_t)table.hints % alignof(slots_hint_t) == 0 &&
           (uintptr_t)table.units % 64 == 0,
       "all are aligned");
    is_int(atomic_load(&table.header->phase), SLOTS_SERVING, "it serves");
}

static void test_version(void)
{
    uint64_t version = slots_version(1000, 2, 3);
    ok(version != 0, "a version is not 0");
    ok(version == slots_version(1000, 2, 3), "the same file has the same");
    ok(version != slots_version(1001, 2, 3), "another mtime has another");
    ok(version != slots_version(1000, 3, 3), "another inode has another");
    ok(version != slots_version(1000, 2, 4), "another size has another");
    ok(version != slots_version(1000, 3, 2), "inode and size do not mix up");
}

int main(void)
{
    slots_table_t table;
    bytes = slots_table_bytes(&sizes);
    block = aligned_alloc(64, bytes);
    if (!block)
        bail_out("no memory");
    memset(block, 0, bytes);
    is_int(opens(bytes), 0, "an empty block is refused");
    is_int(slots_table_format(&table, block, bytes, &sizes), 0,
           "a table is laid out");
    test_beat(&table);
    test_calm(&table);
    test_corrupt_bits();
    test_larger_than_mapped();
    test_short_mappings();
    test_default_size();
    test_sizes();
    test_parts();
    test_version();
    free(block);
    return done_testing();
}
