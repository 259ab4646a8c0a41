/* SPDX-License-Identifier: Apache-2.0 */
/* slots_private.h: what the sources of this folder share, with the checks of
 * every index that is read from shared memory. */

#ifndef SLOTS_PRIVATE_H
#define SLOTS_PRIVATE_H

#include "slots_table.h"
#include "slots_unit.h"

/* The number of tries after which a step on a word that others keep changing is
 * given up. Only a hostile writer makes a step fail so often. */
#define SLOTS_TRIES 1000

/* Reads a counter in shared memory, limited to the largest valid value. */
static inline uint32_t slots_bounded(_Atomic uint32_t *value, uint32_t most)
{
    uint32_t read = atomic_load(value);
    return read < most ? read : most;
}

/* Returns the slot in the n-th entry of the pool's list if the slot names this
 * pool, else NULL. */
static inline slots_slot_t *slots_pool_slot(const slots_table_t *table,
                                            uint32_t pool, uint32_t n)
{
    uint32_t entry = atomic_load(&table->pools[pool].slots[n]);
    slots_slot_t *slot;
    if (entry == 0 || entry > table->sizes.slots)
        return NULL;
    slot = &table->slots[entry - 1];
    return atomic_load(&slot->pool) == pool + 1 ? slot : NULL;
}

/* Packs the word of pool.state. */
static inline uint64_t slots_pool_state_word(enum slots_pool_state state,
                                             uint64_t generation)
{
    return generation << 8 | (uint64_t)state;
}

/* True while the pool is in use. */
static inline int slots_pool_live(const slots_pool_t *pool)
{
    return (atomic_load(&pool->state) & 0xff) == SLOTS_POOL_LIVE;
}

/* Makes one step from exactly this word. Returns 1, or 0 when another step came
 * first. */
static inline int slots_unit_step(slots_unit_t *unit, uint64_t word,
                                  slots_unit_state_t state, uint32_t owner)
{
    return atomic_compare_exchange_strong(unit, &word,
                                          slots_unit_next(word, state, owner));
}

/* Returns the number of the lowest bit that is set; bits is not 0. */
static inline uint32_t slots_lowest(uint64_t bits)
{
    return (uint32_t)__builtin_ctzll(bits);
}

/* Returns how many bits are set. */
static inline uint32_t slots_bits(uint64_t bits)
{
    return (uint32_t)__builtin_popcountll(bits);
}

#endif /* SLOTS_PRIVATE_H */
