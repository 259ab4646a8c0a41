/* SPDX-License-Identifier: Apache-2.0 */
/* version.c: changes the numbers that stand for a pool's code. */

#include "pool/version.h"

#include "base/log.h"
#include "slots_pool.h"
#include "state/agenda.h"
#include "state/say.h"
#include "state/worker.h"
#include "worker/leave.h"

#include "common_clock.h"
#include "wire_message.h"

int version_is_changing(const pool_t *pool)
{
    return pool->wanted != pool->version;
}

int version_is_outdated(const worker_t *worker)
{
    return worker->version != worker->pool->wanted;
}

/* Lets workers leave whose code neither serves nor will serve. Returns how many
 * of them were still starting. */
uint32_t version_leave_outdated(const pool_t *pool)
{
    uint32_t starting = 0;
    for (worker_t *worker = pool->workers; worker; worker = worker->pool_next) {
        int old = worker->version == pool->version;
        if (worker->version == pool->wanted ||
            (old && worker->state != WORKER_STARTING))
            continue;
        starting += worker->state == WORKER_STARTING;
        if (worker->state <= WORKER_READY)
            log_debug("pool %s: pid %ld leaves: its code has changed",
                      worker_script(worker), (long)worker->pid);
        worker_leave(worker);
    }
    return starting;
}

/* Stored before the script's number: a request that finds the script's new
 * number in the table then also finds the code's. */
void version_change(pool_t *pool)
{
    slots_table_t *table = pool->pd->table;
    pool->version = pool->wanted;
    atomic_store(&table->pools[pool->index].version, pool->version);
    if (!pool->stopped)
        slots_pool_recover(table, pool->index);
}

/* A script that changes during each start would be started without a pause, so
 * such a change counts as a crash. */
static void want(pool_t *pool, uint64_t code)
{
    int rolling = pool->definition.reload == WIRE_RELOAD_ROLLING;
    log_debug("pool %s: code %016llx, was %016llx", pool->definition.script,
              (unsigned long long)code, (unsigned long long)pool->wanted);
    pool->wanted = code;
    pool->proven = 0;
    pool->fault = 0;
    backoff_forgive(&pool->backoff);
    if (!rolling)
        version_change(pool);
    agenda_pool(pool);
    if (version_leave_outdated(pool) == 0)
        return;
    say_pool(pool, LOG_WARN, RECENT_START, 0,
             "pool %s: the script changed while a worker started; that worker "
             "ends, and another one is started",
             pool->definition.script);
    backoff_crashed(&pool->backoff, common_now_us(), 0);
}

void version_set(pool_t *pool, uint64_t version)
{
    slots_pool_t *shared = &pool->pd->table->pools[pool->index];
    if (pool->script == version)
        return;
    pool->script = version;
    if (pool->definition.reload != WIRE_RELOAD_OFF)
        want(pool, version);
    atomic_store(&shared->script, version);
}

/* Makes the number from the time, so that no other worker has it, not even one
 * that an earlier persistd started. */
void version_changed(pool_t *pool)
{
    if (pool->definition.reload == WIRE_RELOAD_OFF)
        return;
    want(pool, slots_version(common_now_us(), pool->script, 0));
}
