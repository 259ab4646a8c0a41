/* SPDX-License-Identifier: Apache-2.0 */
/* slots_affinity.c: rendezvous hashing with bounded loads. */

#include "slots_affinity.h"
#include "slots_cells.h"
#include "slots_free.h"
#include "slots_private.h"

#define LEAST_WAITING 4u
#define SHARE 4u /* times the mean load of the others */

/* The finaliser of splitmix64. */
static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

/* FNV-1a, then mixed. A client that makes keys collide only makes its own
 * requests share a worker. */
uint64_t slots_affinity_key(const void *bytes, size_t len)
{
    const unsigned char *at = bytes;
    uint64_t key = 0xcbf29ce484222325u;
    for (size_t i = 0; i < len; i++)
        key = (key ^ at[i]) * 0x100000001b3u;
    return mix(key);
}

static uint64_t weight(uint64_t key, uint32_t entry)
{
    return mix(key ^ mix((uint64_t)entry + 0x9e3779b97f4a7c15u));
}

uint32_t slots_affinity_limit(uint32_t capacity, uint64_t capacity_others,
                              uint64_t load_others)
{
    uint64_t least = (uint64_t)capacity + LEAST_WAITING, share;
    if (capacity_others == 0)
        return UINT32_MAX;
    share = (SHARE * (load_others + 1) * capacity + capacity_others - 1) /
            capacity_others;
    return (uint32_t)(share > least ? share : least);
}

int slots_affinity_choose(uint64_t key, const slots_load_t *loads,
                          uint32_t count)
{
    uint64_t capacity = 0, load = 0, best = 0;
    int chosen = -1;
    for (uint32_t n = 0; n < count; n++) {
        capacity += loads[n].capacity;
        load += loads[n].capacity ? loads[n].load : 0;
    }
    for (uint32_t n = 0; n < count; n++) {
        uint64_t mine = weight(key, n);
        if (loads[n].capacity == 0 || (chosen >= 0 && mine <= best) ||
            loads[n].load >= slots_affinity_limit(loads[n].capacity,
                                                  capacity - loads[n].capacity,
                                                  load - loads[n].load))
            continue;
        best = mine;
        chosen = (int)n;
    }
    return chosen;
}

uint32_t slots_affinity_aim(const slots_table_t *table, uint32_t pool,
                            uint64_t version, uint64_t key)
{
    uint32_t count =
        slots_bounded(&table->pools[pool].slot_count, SLOTS_POOL_SLOTS);
    uint32_t waiting[SLOTS_POOL_SLOTS] = {0};
    slots_load_t loads[SLOTS_POOL_SLOTS];
    slots_cells_aims(&table->pools[pool], waiting);
    for (uint32_t n = 0; n < count; n++) {
        slots_slot_t *slot = slots_pool_slot(table, pool, n);
        slots_run_t run = {0, 0};
        if (slot && atomic_load(&slot->version) == version)
            run = slots_free_run(table, slot);
        uint32_t capacity = run.count;
        if (slot && slots_free_is_ahead(slot, run))
            capacity = 1;
        loads[n] =
            (slots_load_t){capacity, waiting[n] + slots_free_used(table, run)};
    }
    return (uint32_t)(slots_affinity_choose(key, loads, count) + 1);
}
