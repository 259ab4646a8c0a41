/* SPDX-License-Identifier: Apache-2.0 */
/* slots_private.h: what the files of this folder share. Here stand the checks
 * of every index that comes out of shared memory. */

#ifndef SLOTS_PRIVATE_H
#define SLOTS_PRIVATE_H

#include "slots_table.h"
#include "slots_unit.h"

/* A step against a unit that others hammer is given up after this many tries:
 * only a hostile writer gets there. */
#define SLOTS_TRIES 1000

/* The value of a counter in shared memory, never above what is real. */
static inline uint32_t slots_bounded(_Atomic uint32_t *value, uint32_t most)
{
    uint32_t read = atomic_load(value);

    return read < most ? read : most;
}

/* The n-th entry of the pool's list: a slot that says it belongs to the pool,
 * or NULL. */
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

/* One step from exactly this word. Returns 1, or 0 when somebody else's step
 * came first. */
static inline int slots_unit_step(slots_unit_t *unit, uint64_t word,
                                  slots_unit_state_t state, uint32_t owner)
{
    return atomic_compare_exchange_strong(unit, &word,
                                          slots_unit_next(word, state, owner));
}

/* How many units of a slot may be had: none when its worker leaves, or has been
 * given up for one of them. */
uint32_t slots_units(slots_slot_t *slot);

/* True when one of these is FREE; of a slot, or of any slot of a pool. */
int slots_has_free(slots_slot_t *slot);
int slots_pool_has_free(const slots_table_t *table, uint32_t pool);

/* Adds to waiting[n] how many requests wait for entry n of the pool's list. */
void slots_queue_aims(const slots_table_t *table, uint32_t pool,
                      uint32_t waiting[SLOTS_POOL_SLOTS]);

/* Wakes the first who could claim a unit that has turned FREE in this slot. */
void slots_queue_wake(slots_table_t *table, uint32_t pool,
                      const slots_slot_t *slot);

/* Wakes all who wait for this worker alone: it can't be had any more. */
void slots_queue_wake_aimed(slots_table_t *table, uint32_t pool, uint32_t aim);

/* Wakes who could claim what is FREE. Called after a cell turned GONE, whose
 * wake-up may have been meant for the next one. */
void slots_queue_pass_on(slots_table_t *table, uint32_t pool);

/* Turns this owner's cells of one pool GONE, without waking anybody. */
void slots_queue_sweep(slots_table_t *table, uint32_t pool, uint32_t owner);

#endif /* SLOTS_PRIVATE_H */
