/* SPDX-License-Identifier: Apache-2.0 */
/* slots_scribble.c: see slots_scribble.h. The values written are often
 * plausible ones, or just beyond, because the code rejects plain noise early.
 */

#include "slots_scribble.h"
#include "slots_crowd.h"

#include <sys/mman.h>

/* The size of the area on both sides. An index of 32 bits can lead further, but
 * there it hardly meets a mapping. */
#define GUARD ((size_t)1 << 30)
#define PAGE ((size_t)65536)

static char *mapping, *block;
static size_t mapped, length;

static _Thread_local uint64_t noise;
static _Thread_local uint32_t one_in;
static _Thread_local uint64_t steps;

void *scribble_block_make(size_t bytes, int round)
{
    size_t room = (bytes + PAGE - 1) / PAGE * PAGE;
    mapped = room + 2 * GUARD;
    mapping = mmap(NULL, mapped, PROT_NONE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapping == MAP_FAILED ||
        mprotect(mapping + GUARD, room, PROT_READ | PROT_WRITE) != 0)
        return NULL;
    block = mapping + GUARD + (round % 2 ? room - bytes : 0);
    length = bytes;
    return block;
}

void scribble_block_drop(void)
{
    munmap(mapping, mapped);
}

void scribble_begin(uint64_t seed, uint32_t chance)
{
    noise = seed | 1;
    one_in = chance;
}

uint64_t scribble_steps(void)
{
    uint64_t taken = steps;
    steps = 0;
    return taken;
}

static uint64_t dice(uint64_t sides)
{
    return crowd_random(&noise) % sides;
}

/* Lengths and sizes, and the values beside them. */
static uint64_t edge(void)
{
    static const uint64_t edges[] = {
        0,
        1,
        2,
        3,
        SLOTS_UNITS,
        SLOTS_HOME,
        SLOTS_BLOCK,
        SLOTS_CELLS,
        UINT8_MAX,
        UINT16_MAX,
        INT32_MAX,
        UINT32_MAX,
        INT64_MAX,
        UINT64_MAX,
        1ull << 39,
        1ull << 63,
        SLOTS_POOL_SLOTS,
    };
    return edges[dice(sizeof(edges) / sizeof(edges[0]))] + dice(3) - 1;
}

static uint64_t unit(void)
{
    return dice(8) << 56 | dice(8) << 40 | dice(4);
}

static uint64_t cell(void)
{
    return 1ull << 63 | dice(8) << 47 | dice(256) << 39 | dice(64);
}

static uint64_t value(uint64_t was)
{
    switch (dice(8)) {
    case 0:
        return crowd_random(&noise);
    case 1:
        return unit();
    case 2:
        return cell();
    case 3:
        return was + dice(3) - 1;
    case 4:
        return dice(8) << 8 | SLOTS_POOL_LIVE;
    case 5:
        return dice(8);
    case 6:
        return dice(200) * 16 << 32 | dice(100);
    default:
        return edge();
    }
}

/* Writes atomically, because other threads write there atomically, too. */
static void scribble(char *at, size_t size)
{
    if (size == sizeof(uint32_t)) {
        _Atomic uint32_t *word = (void *)at;
        uint32_t was = atomic_load_explicit(word, memory_order_relaxed);
        atomic_store_explicit(word, (uint32_t)value(was), memory_order_relaxed);
    } else {
        _Atomic uint64_t *word = (void *)at;
        uint64_t was = atomic_load_explicit(word, memory_order_relaxed);
        atomic_store_explicit(word, value(was), memory_order_relaxed);
    }
}

void slots_scribble(const volatile void *at, size_t size)
{
    size_t offset = (size_t)((uintptr_t)at - (uintptr_t)block);
    steps++;
    if (one_in > 0 && offset < length && dice(one_in) == 0)
        scribble(block + offset, size);
}

void scribble_anywhere(size_t bytes)
{
    size_t size = dice(2) ? sizeof(uint32_t) : sizeof(uint64_t);
    scribble(block + dice(bytes / size) * size, size);
}
