/* SPDX-License-Identifier: Apache-2.0 */
/* slots_fixture.h: a small table in private memory for the unit tests. */

#ifndef SLOTS_TESTS_FIXTURE_H
#define SLOTS_TESTS_FIXTURE_H

#include "slots_claim.h"
#include "slots_pool.h"
#include "slots_queue.h"
#include "slots_slot.h"
#include "slots_unit.h"

#include "tap.h"

#define VERSION 77u

typedef struct fixture {
    void *block;
    size_t bytes;
    slots_table_t table;
    uint32_t pool;
    uint64_t generation;
} fixture_t;

/* Makes a formatted table of these sizes, with one pool. */
static inline void fixture_open(fixture_t *f, slots_sizes_t sizes)
{
    int pool;
    f->bytes = slots_table_bytes(&sizes);
    f->block = aligned_alloc(64, f->bytes);
    if (!f->block)
        bail_out("no memory");
    memset(f->block, 0, f->bytes);
    if (slots_table_format(&f->table, f->block, f->bytes, &sizes) != 0)
        bail_out("no table");
    pool = slots_pool_add(&f->table, 1, 2, VERSION, 4, &f->generation);
    if (pool < 0)
        bail_out("no pool");
    f->pool = (uint32_t)pool;
}

static inline void fixture_close(fixture_t *f)
{
    free(f->block);
}

/* Returns the run for a worker of this capacity: in its slot's home, or else in
 * shared blocks, of which a table of up to eight slots has enough for each. */
static inline slots_run_t fixture_run(const fixture_t *f, uint32_t slot,
                                      uint32_t capacity)
{
    return capacity <= SLOTS_HOME
               ? slots_run_home(slot, capacity)
               : (slots_run_t){f->table.shared + slot * SLOTS_UNITS, capacity};
}

/* Starts a worker of the fixture's pool that offers `capacity` units. Returns
 * its slot. */
static inline uint32_t fixture_worker(fixture_t *f, uint32_t capacity)
{
    uint32_t incarnation;
    int slot = slots_slot_start(&f->table, f->pool, VERSION, &incarnation);
    if (slot < 0 ||
        slots_slot_open(&f->table, (uint32_t)slot,
                        fixture_run(f, (uint32_t)slot, capacity), 5, 1234) != 0)
        bail_out("no worker");
    return (uint32_t)slot;
}

static inline int fixture_claim(fixture_t *f, uint32_t owner,
                                slots_lease_t *lease)
{
    return slots_claim(&f->table, f->pool, f->generation, VERSION, owner,
                       lease);
}

static inline int fixture_try(fixture_t *f, slots_place_t *place,
                              slots_lease_t *lease)
{
    return slots_queue_try(&f->table, place, f->generation, VERSION, lease);
}

/* Returns the word of a unit in the slot's home. */
static inline slots_unit_t *fixture_unit(const fixture_t *f, uint32_t slot,
                                         uint32_t unit)
{
    return &f->table.units[slot * SLOTS_HOME + unit];
}

static inline slots_unit_state_t fixture_state(const fixture_t *f,
                                               uint32_t slot, uint32_t unit)
{
    return slots_unit_state(atomic_load(fixture_unit(f, slot, unit)));
}

static inline void fixture_features(fixture_t *f, uint32_t slot,
                                    uint32_t features)
{
    atomic_store(&f->table.slots[slot].features, features);
}

static inline int fixture_withdraw(fixture_t *f, uint32_t slot, uint32_t unit)
{
    return slots_unit_withdraw(&f->table, slot * SLOTS_HOME + unit,
                               atomic_load(fixture_unit(f, slot, unit)));
}

/* Starts a worker that runs one request at a time, and offers some units. */
static inline uint32_t fixture_ahead_worker(fixture_t *f, uint32_t offered)
{
    uint32_t slot = fixture_worker(f, SLOTS_AHEAD_UNITS);
    fixture_features(f, slot, SLOTS_AHEAD);
    slots_pool_ahead(&f->table, f->pool, offered - 1);
    for (uint32_t unit = offered; unit < SLOTS_AHEAD_UNITS; unit++)
        fixture_withdraw(f, slot, unit);
    return slot;
}

#endif /* SLOTS_TESTS_FIXTURE_H */
