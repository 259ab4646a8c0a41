/* SPDX-License-Identifier: Apache-2.0 */
/* slots_claim.c: how a request gets a FREE unit. */

#include "slots_claim.h"
#include "slots_cpu.h"
#include "slots_free.h"
#include "slots_hints.h"
#include "slots_index.h"
#include "slots_private.h"
#include "slots_wake.h"

/* What a claim looks for, and for whom. */
typedef struct query {
    uint32_t pool;
    uint64_t generation;
    uint64_t version;
    uint32_t owner;
    /* how many requests of the worker its request may wait for (SLOTS_AHEAD) */
    uint32_t ahead;
} query_t;

/* A worker, and its units as the claim has found them. */
typedef struct found {
    slots_slot_t *slot;
    slots_run_t run;
} found_t;

/* Called after the unit's word was read as FREE. If the slot, its run or the
 * pool's entry had changed hands before, this call sees the new fields. If it
 * changes from now on, the generation in the word changes too, and the step
 * fails. */
static int slot_fits(const slots_table_t *table, const found_t *found,
                     const query_t *query)
{
    const slots_slot_t *slot = found->slot;
    return atomic_load(&slot->pool) == query->pool + 1 &&
           atomic_load(&slot->version) == query->version &&
           !atomic_load(&slot->leaving) &&
           atomic_load(&slot->run) == slots_run_pack(found->run) &&
           slots_index_is(table, query->pool, query->generation);
}

/* Claims the n-th unit of the run, whose word was read as FREE. Everything that
 * the lease names is loaded before the step, so that the step proves it. After
 * the step the worker may die at any moment, and its slot may go to another
 * worker. */
static int unit_claim(slots_table_t *table, const found_t *found, uint32_t n,
                      uint64_t word, const query_t *query, slots_lease_t *lease)
{
    slots_unit_t *unit = &table->units[found->run.first + n];
    if (!slot_fits(table, found, query))
        return 0;
    const slots_lease_t wanted = {
        .pool = query->pool,
        .slot = (uint32_t)(found->slot - table->slots),
        .unit = n,
        .at = found->run.first + n,
        .units = found->run.count,
        .incarnation = atomic_load(&found->slot->incarnation),
        .features = atomic_load(&found->slot->features),
        .word = slots_unit_next(word, SLOTS_LEASED, query->owner),
    };
    if (!slots_unit_step(unit, word, SLOTS_LEASED, query->owner))
        return 0;
    atomic_store_explicit(&found->slot->cpu, slots_cpu(), memory_order_relaxed);
    *lease = wanted;
    return 1;
}

/* The bit that was taken goes back if the unit is FREE all the same. A waiter
 * that has not seen the unit meanwhile is woken; it may be one of another pool,
 * if the units changed hands. */
static void hint_return(slots_table_t *table, uint32_t unit)
{
    if (slots_unit_state(atomic_load(&table->units[unit])) != SLOTS_FREE)
        return;
    slots_hints_set(table, unit);
    slots_wake_everywhere(table);
}

/* Tries the units of the run's n-th block whose bits are in `mask`. */
static int block_claim(slots_table_t *table, const found_t *found, uint32_t n,
                       uint64_t mask, const query_t *query,
                       slots_lease_t *lease)
{
    uint64_t hints = slots_hints_read(table, found->run, n) & mask;
    for (; hints; hints &= hints - 1) {
        uint32_t unit = n * SLOTS_BLOCK + slots_lowest(hints);
        uint32_t at = found->run.first + unit;
        if (!slots_hints_take(table, at))
            continue;
        uint64_t word = atomic_load(&table->units[at]);
        if (slots_unit_state(word) == SLOTS_FREE &&
            unit_claim(table, found, unit, word, query, lease))
            return 1;
        hint_return(table, at);
    }
    return 0;
}

/* Each httpd child begins at a unit of its own, and so mostly uses those that
 * it has a connection to. Multiples of the golden ratio lie far apart, however
 * many there are. */
static uint32_t begin_of(uint32_t owner, uint32_t count)
{
    return (uint32_t)((uint64_t)(owner * 0x9e3779b9u) * count >> 32);
}

/* The search ends where it began, with the lower units of the first block. The
 * slot is checked before bits are taken, so that they seldom have to go back.
 */
static int blocks_claim(slots_table_t *table, const found_t *found,
                        const query_t *query, slots_lease_t *lease)
{
    uint32_t blocks = slots_hints_blocks(found->run);
    uint32_t begin = begin_of(query->owner, found->run.count);
    uint64_t mask = UINT64_MAX << begin % SLOTS_BLOCK;
    if (!slot_fits(table, found, query))
        return 0;
    for (uint32_t n = 0; n <= blocks; n++) {
        uint32_t block = (begin / SLOTS_BLOCK + n) % blocks;
        if (block_claim(table, found, block, mask, query, lease))
            return 1;
        mask = UINT64_MAX;
    }
    return 0;
}

static int home_claim(slots_table_t *table, const found_t *found,
                      const query_t *query, slots_lease_t *lease)
{
    for (uint32_t n = 0; n < found->run.count; n++) {
        uint64_t word = atomic_load(&table->units[found->run.first + n]);
        if (slots_unit_state(word) == SLOTS_FREE &&
            unit_claim(table, found, n, word, query, lease))
            return 1;
    }
    return 0;
}

/* Tries the FREE units of a worker, if that is idle. A unit's word is read
 * before those of the others, so of claims that find the worker idle at the
 * same time, and so try the same unit, one wins. The others see that it is
 * busy. A step that fails because persistd has withdrawn the unit is followed
 * by the next one: that wakes nobody. */
static int idle_claim(slots_table_t *table, const found_t *found,
                      const query_t *query, slots_lease_t *lease)
{
    for (uint32_t n = 0; n < found->run.count; n++) {
        uint64_t word = atomic_load(&table->units[found->run.first + n]);
        if (slots_unit_state(word) != SLOTS_FREE)
            continue;
        if (slots_free_used(table, found->run) > 0)
            return 0;
        if (unit_claim(table, found, n, word, query, lease))
            return 1;
    }
    return 0;
}

static int found_claim(slots_table_t *table, const found_t *found,
                       const query_t *query, slots_lease_t *lease)
{
    if (slots_run_is_shared(table, found->run.first))
        return blocks_claim(table, found, query, lease);
    if (!slots_free_is_ahead(found->slot, found->run))
        return home_claim(table, found, query, lease);
    if (!query->ahead)
        return idle_claim(table, found, query, lease);
    return slots_free_behind(table, found->run, query->ahead) &&
           home_claim(table, found, query, lease);
}

static int slot_claim(slots_table_t *table, slots_slot_t *slot,
                      const query_t *query, slots_lease_t *lease)
{
    if (!slot)
        return 0;
    const found_t found = {slot, slots_free_run(table, slot)};
    return found_claim(table, &found, query, lease);
}

static uint32_t ahead_of(const slots_table_t *table, uint32_t pool)
{
    return atomic_load_explicit(&table->pools[pool].ahead,
                                memory_order_relaxed);
}

int slots_claim_aimed(slots_table_t *table, uint32_t pool, uint64_t generation,
                      uint64_t version, uint32_t owner, uint32_t aim,
                      slots_lease_t *lease)
{
    const query_t query = {pool, generation, version, owner,
                           ahead_of(table, pool)};
    if (aim - 1 >= SLOTS_POOL_SLOTS || !slots_index_is(table, pool, generation))
        return 0;
    return slot_claim(table, slots_pool_slot(table, pool, aim - 1), &query,
                      lease);
}

/* True for a worker that a claim considers, with *found set. The claim checks
 * again. */
static int is_candidate(const slots_table_t *table, slots_slot_t *slot,
                        const query_t *query, found_t *found)
{
    if (!slot || atomic_load(&slot->version) != query->version)
        return 0;
    *found = (found_t){slot, slots_free_run(table, slot)};
    if (query->ahead && slots_free_is_ahead(slot, found->run))
        return slots_free_behind(table, found->run, query->ahead);
    return slots_free_at_once(table, slot, found->run);
}

/* Finds the first workers that have a free unit and fit, at most SLOTS_NEAR,
 * and returns their number. */
static uint32_t find_free(const slots_table_t *table, const query_t *query,
                          found_t found[SLOTS_NEAR])
{
    uint32_t count =
        slots_bounded(&table->pools[query->pool].slot_count, SLOTS_POOL_SLOTS);
    uint32_t free = 0;
    for (uint32_t n = 0; n < count && free < SLOTS_NEAR; n++) {
        slots_slot_t *slot = slots_pool_slot(table, query->pool, n);
        free += (uint32_t)is_candidate(table, slot, query, &found[free]);
    }
    return free;
}

static uint32_t cpu_of(const slots_slot_t *slot)
{
    return atomic_load_explicit(&slot->cpu, memory_order_relaxed);
}

/* While a pool needs a worker for which there is no room, a claim takes the
 * first worker found, so that the others turn idle and one of them can give
 * way.
 * Why: docs/decisions/a-worker-of-the-same-processor.md */
static const found_t *nearest(const slots_table_t *table, const found_t found[],
                              uint32_t count)
{
    const _Atomic uint32_t *lacking = &table->header->lacking;
    uint32_t here = slots_cpu();
    if (here == 0 || atomic_load_explicit(lacking, memory_order_relaxed) > 0)
        return &found[0];
    for (uint32_t i = 0; i < count; i++)
        if (cpu_of(found[i].slot) == here)
            return &found[i];
    for (uint32_t i = 0; i < count; i++)
        if (cpu_of(found[i].slot) == 0)
            return &found[i];
    return &found[0];
}

static int any_claim(slots_table_t *table, const query_t *query,
                     slots_lease_t *lease)
{
    uint32_t count =
        slots_bounded(&table->pools[query->pool].slot_count, SLOTS_POOL_SLOTS);
    for (uint32_t n = 0; n < count; n++)
        if (slot_claim(table, slots_pool_slot(table, query->pool, n), query,
                       lease))
            return 1;
    return 0;
}

static int pool_claim(slots_table_t *table, const query_t *query,
                      slots_lease_t *lease)
{
    found_t found[SLOTS_NEAR];
    uint32_t count = find_free(table, query, found);
    if (count == 0)
        return 0;
    return found_claim(table, nearest(table, found, count), query, lease) ||
           any_claim(table, query, lease);
}

/* Finds the worker with a free unit that has the fewest requests. Returns 0 if
 * there is none. No worker is idle, or was a moment ago. */
static int find_least(const slots_table_t *table, const query_t *query,
                      found_t *least)
{
    uint32_t count =
        slots_bounded(&table->pools[query->pool].slot_count, SLOTS_POOL_SLOTS);
    uint32_t least_used = UINT32_MAX;
    for (uint32_t n = 0; n < count && least_used > 1; n++) {
        found_t found;
        slots_slot_t *slot = slots_pool_slot(table, query->pool, n);
        if (!is_candidate(table, slot, query, &found))
            continue;
        uint32_t used = slots_free_used(table, found.run);
        if (used < least_used) {
            least_used = used;
            *least = found;
        }
    }
    return least_used < UINT32_MAX;
}

static int ahead_claim(slots_table_t *table, const query_t *query,
                       slots_lease_t *lease)
{
    found_t least;
    return find_least(table, query, &least) &&
           (found_claim(table, &least, query, lease) ||
            any_claim(table, query, lease));
}

/* A search for busy workers ends behind so many idle ones: claims mostly take
 * the first, so few of the others are busy. */
#define IDLE_MOST 8u

/* What a claim knows of a pool's busy workers. */
typedef struct busy {
    uint32_t count;
    uint32_t least_used; /* requests of `least` */
    found_t least;       /* of those with a free unit */
} busy_t;

/* A worker of which httpd has given up a request may be busy for long, and does
 * not count. */
static void busy_add(busy_t *busy, const query_t *query, const found_t *found,
                     const slots_census_t *census)
{
    if (census->leased == 0 || census->finishing > 0)
        return;
    busy->count++;
    if (census->free > 0 && census->leased <= query->ahead &&
        census->leased < busy->least_used) {
        busy->least_used = census->leased;
        busy->least = *found;
    }
}

/* Counts busy workers with units for requests ahead, until there are enough and
 * one of them has a single request. */
static busy_t find_busy(const slots_table_t *table, const query_t *query,
                        uint32_t enough)
{
    uint32_t count =
        slots_bounded(&table->pools[query->pool].slot_count, SLOTS_POOL_SLOTS);
    uint32_t idle = 0;
    busy_t busy = {.least_used = UINT32_MAX};
    for (uint32_t n = 0; n < count && idle < IDLE_MOST; n++) {
        slots_slot_t *slot = slots_pool_slot(table, query->pool, n);
        if (!slot || atomic_load(&slot->version) != query->version)
            continue;
        const found_t found = {slot, slots_free_run(table, slot)};
        if (!slots_free_is_ahead(slot, found.run))
            continue;
        const slots_census_t census = slots_free_census(table, found.run);
        idle += census.leased + census.finishing == 0;
        busy_add(&busy, query, &found, &census);
        if (busy.count >= enough && busy.least_used == 1)
            break;
    }
    return busy;
}

int slots_claim_join(slots_table_t *table, uint32_t pool, uint64_t generation,
                     uint64_t version, uint32_t owner, slots_lease_t *lease)
{
    uint32_t together = atomic_load_explicit(&table->pools[pool].together,
                                             memory_order_relaxed);
    query_t query = {pool, generation, version, owner, ahead_of(table, pool)};
    if (!together || !query.ahead || !slots_index_is(table, pool, generation))
        return 0;
    const busy_t busy = find_busy(table, &query, together);
    return busy.count >= together && busy.least_used < UINT32_MAX &&
           found_claim(table, &busy.least, &query, lease);
}

int slots_claim(slots_table_t *table, uint32_t pool, uint64_t generation,
                uint64_t version, uint32_t owner, slots_lease_t *lease)
{
    query_t query = {pool, generation, version, owner, 0};
    if (!slots_index_is(table, pool, generation))
        return 0;
    if (pool_claim(table, &query, lease))
        return 1;
    query.ahead = ahead_of(table, pool);
    return query.ahead && ahead_claim(table, &query, lease);
}
