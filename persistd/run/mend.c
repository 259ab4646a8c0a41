/* SPDX-License-Identifier: Apache-2.0 */
/* mend.c: every script can write into the table. What persistd alone writes
 * there is compared with its records, and written anew.
 * Why: docs/decisions/a-stray-write-heals.md */

#include "run/mend.h"

#include "serve/ghosts.h"
#include "slots_index.h"
#include "slots_slot.h"
#include "state/agenda.h"
#include "state/pool.h"
#include "state/table.h"
#include "state/worker.h"

#define SET(pd, part, row, field, right)                                       \
    do {                                                                       \
        if (atomic_load(&(row)->field) != (right)) {                           \
            atomic_store(&(row)->field, right);                                \
            table_damaged(pd, part "." #field);                                \
        }                                                                      \
    } while (0)
#define SET_SLOT(field, right) SET(worker->pd, "slots", slot, field, right)
#define SET_POOL(field, right) SET(pool->pd, "pools", shared, field, right)

/* httpd makes `sound` 0 to have the worker ended, maybe just now. */
static void mend_sound(const worker_t *worker, slots_slot_t *slot)
{
    uint32_t sound = atomic_load(&slot->sound);
    if (sound != 0 && sound != worker->incarnation &&
        atomic_compare_exchange_strong(&slot->sound, &sound,
                                       worker->incarnation))
        table_damaged(worker->pd, "slots.sound");
}

/* A worker that has been taken out of the table, as its state says or because
 * httpd has given it up, gets no requests, whatever its slot says. */
static void mend_slot(const worker_t *worker)
{
    slots_slot_t *slot = &worker->pd->table->slots[worker->slot];
    SET_SLOT(incarnation, worker->incarnation);
    SET_SLOT(pool, worker->pool->index + 1);
    SET_SLOT(version, worker->version);
    SET_SLOT(features, worker->shown);
    SET_SLOT(run, worker_run_word(worker));
    mend_sound(worker, slot);
    if (worker->state > WORKER_READY || worker->broken_since)
        return;
    SET_SLOT(leaving, 0);
    SET_SLOT(state, worker->state == WORKER_READY ? SLOTS_SLOT_OPEN
                                                  : SLOTS_SLOT_STARTING);
}

/* Puts the worker where its slot says, or at the first free place. */
static void list_worker(const worker_t *worker, uint32_t list[SLOTS_POOL_SLOTS])
{
    slots_slot_t *slot = &worker->pd->table->slots[worker->slot];
    uint32_t n = atomic_load(&slot->entry) - 1;
    if (n >= SLOTS_POOL_SLOTS || list[n])
        for (n = 0; n < SLOTS_POOL_SLOTS - 1 && list[n];)
            n++;
    list[n] = worker->slot + 1;
    SET_SLOT(entry, n + 1);
}

static void mend_workers(const pool_t *pool)
{
    slots_pool_t *shared = &pool->pd->table->pools[pool->index];
    uint32_t list[SLOTS_POOL_SLOTS] = {0};
    for (const worker_t *worker = pool->workers; worker;
         worker = worker->pool_next) {
        if (!worker->seated)
            continue;
        mend_slot(worker);
        list_worker(worker, list);
    }
    for (uint32_t n = 0; n < SLOTS_POOL_SLOTS; n++)
        SET_POOL(slots[n], list[n]);
    if (slots_slot_recount(pool->pd->table, pool->index))
        table_damaged(pool->pd, "pools.workers");
}

/* A bucket that somebody has written to leads nowhere, and does no harm. */
static void mend_index(const pool_t *pool)
{
    slots_table_t *table = pool->pd->table;
    uint64_t high = pool->definition.key_high, low = pool->definition.key_low;
    uint64_t generation;
    if (slots_index_find(table, high, low, &generation) == (int)pool->index)
        return;
    slots_index_add(table, high, low, pool->index + 1);
    table_damaged(pool->pd, "index");
}

static void mend_pool(const pool_t *pool)
{
    slots_pool_t *shared = &pool->pd->table->pools[pool->index];
    SET_POOL(key_high, pool->definition.key_high);
    SET_POOL(key_low, pool->definition.key_low);
    SET_POOL(state, pool->generation << 8 | SLOTS_POOL_LIVE);
    SET_POOL(version, pool->version);
    SET_POOL(script, pool->script);
    SET_POOL(workers_max, pool->limit);
    mend_workers(pool);
    mend_index(pool);
}

/* What the first look finds is what a predecessor has left half done. */
void mend_tick(persistd_t *pd, int64_t now)
{
    uint32_t phase = pd->stopping ? (uint32_t)pd->stopping : SLOTS_SERVING;
    if (now - pd->mended < AGENDA_PERIOD_US) {
        agenda_at(pd, pd->mended + AGENDA_PERIOD_US);
        return;
    }
    SET(pd, "header", pd->table->header, phase, phase);
    SET(pd, "header", pd->table->header, lacking, pd->short_pools);
    for (uint32_t i = 0; i < pd->table->sizes.pools; i++) {
        if (!pd->pools[i])
            continue;
        mend_pool(pd->pools[i]);
        ghosts_tick(pd->pools[i]);
    }
    if (!pd->mended)
        pd->damages = 0;
    pd->mended = now;
    table_tell(pd, now);
}
