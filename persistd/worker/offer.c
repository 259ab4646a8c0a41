/* SPDX-License-Identifier: Apache-2.0 */
/* offer.c: reads the units of a host, and takes single ones out. */

#include "worker/offer.h"
#include "worker/ahead.h"

#include "base/log.h"
#include "slots_pool.h"
#include "slots_slot.h"
#include "slots_unit.h"
#include "state/pool.h"

#include "common_clock.h"
#include "wire_message.h"

/* Waiters tell persistd of themselves while that can change something. The
 * limit is stored before the pool is reconciled, which reads the cells. */
static void set_limit(const worker_t *worker)
{
    pool_t *pool = worker->pool;
    int may_grow = worker->places < worker->run.count;
    pool_limit(pool, may_grow ? SLOTS_POOL_SLOTS
                              : (uint32_t)pool->definition.workers_max);
}

/* Only a worker that has units for them gets requests ahead. */
static uint32_t features_of(const worker_t *worker)
{
    return ahead_has_units(worker)
               ? worker->features
               : worker->features & ~(uint32_t)WIRE_FEATURE_AHEAD;
}

void offer_begin(worker_t *worker)
{
    worker->shown = features_of(worker);
    slots_slot_open_some(worker->pd->table, worker->slot, worker->run,
                         worker_offered(worker), worker->shown,
                         (uint32_t)worker->pid);
    if (worker->is_host)
        set_limit(worker);
}

/* The host has this many places from now on. */
static void take(worker_t *worker, uint32_t places)
{
    worker_take_places(worker, places);
    set_limit(worker);
    log_debug("pool %s: pid %ld may run %u programs at a time",
              worker_script(worker), (long)worker->pid, worker->places);
}

void offer_more(worker_t *worker, uint32_t count)
{
    if (count == 0)
        return;
    take(worker, worker->places + count);
    slots_slot_offer(worker->pd->table, worker_own_slot(worker),
                     worker->places);
}

void offer_adopt(worker_t *worker)
{
    if (worker->is_host)
        take(worker, slots_slot_offered(worker->pd->table, worker->run));
    ahead_adopt(worker);
}

static uint64_t word_of(const worker_t *worker, uint32_t unit)
{
    return atomic_load(&worker->pd->table->units[worker->run.first + unit]);
}

/* Returns since when the unit is FREE, or 0 if it is not. Ticks note when they
 * first see a word; one that they have not seen is new. */
static int64_t free_since(const worker_t *worker, uint32_t unit, int64_t now)
{
    const worker_unit_t *seen = &worker->units[unit];
    uint64_t word = word_of(worker, unit);
    if (slots_unit_state(word) != SLOTS_FREE)
        return 0;
    return word == seen->word ? seen->since : now;
}

/* Returns the unit that has been FREE for longest, or run.count. */
static uint32_t longest_free(const worker_t *worker)
{
    uint32_t found = worker->run.count;
    int64_t first = 0, now = common_now_us();
    for (uint32_t unit = 0; unit < worker->run.count; unit++) {
        int64_t since = free_since(worker, unit, now);
        if (since && (!first || since < first)) {
            first = since;
            found = unit;
        }
    }
    return found;
}

static int has_several(const worker_t *worker)
{
    return worker->is_host && worker->state == WORKER_READY &&
           worker->places > 1;
}

int64_t offer_spare_since(const worker_t *worker)
{
    if (!has_several(worker))
        return worker->idle_since;
    uint32_t unit = longest_free(worker);
    return unit < worker->run.count ? free_since(worker, unit, common_now_us())
                                    : 0;
}

uint32_t offer_spare(const worker_t *worker, int64_t since)
{
    uint32_t count = 0;
    for (uint32_t unit = 0; unit < worker->run.count; unit++) {
        int64_t idle = free_since(worker, unit, INT64_MAX);
        count += idle && idle <= since;
    }
    return count;
}

/* A claim may be faster; then another unit may be FREE. Each attempt that fails
 * is a claim that was made, so a rush ends them. */
int offer_less(worker_t *worker)
{
    uint32_t unit, attempts = worker->run.count;
    if (!has_several(worker))
        return 0;
    while (attempts-- > 0 && (unit = longest_free(worker)) < worker->run.count)
        if (slots_unit_withdraw(worker->pd->table, worker->run.first + unit,
                                word_of(worker, unit))) {
            take(worker, worker->places - 1);
            return 1;
        }
    return 0;
}
