/* SPDX-License-Identifier: Apache-2.0 */
/* memory.c: compares a worker with its pool's limits. */

#include "worker/memory.h"

#include "slots_slot.h"
#include "state/agenda.h"
#include "state/pool.h"
#include "state/say.h"
#include "worker/leave.h"

#include "common_memory.h"
#include "wire_fault.h"

/* Reads the memory once a second, because each reading costs the kernel some
 * microseconds. */
static uint64_t weigh(worker_t *worker, int64_t now)
{
    const definition_t *limits = &worker->pool->definition;
    if (limits->memory_soft == 0 && limits->memory_hard == 0)
        return 0;
    if (now - worker->weighed_at < AGENDA_PERIOD_US)
        return worker->memory;
    worker->weighed_at = now;
    if (worker->pid <= 0 || common_memory(worker->pid, &worker->memory) != 0)
        worker->memory = 0;
    return worker->memory;
}

static wear_t judge(worker_t *worker, int64_t now)
{
    const definition_t *limits = &worker->pool->definition;
    const slots_slot_t *slot = &worker->pd->table->slots[worker->slot];
    int serves = worker->state == WORKER_READY;
    const wear_facts_t facts = {
        .requests = serves ? atomic_load(&slot->requests) : 0,
        .max_requests = limits->max_requests,
        .age = serves ? now - worker->since : 0,
        .max_age = limits->max_age_us,
        .memory = weigh(worker, now),
        .memory_soft = limits->memory_soft,
        .memory_hard = limits->memory_hard,
    };
    if (serves && limits->max_age_us > 0 && facts.age < limits->max_age_us)
        agenda_at(worker->pd, worker->since + limits->max_age_us);
    return wear_judge(&facts);
}

static void kill_large(worker_t *worker)
{
    say_pool(worker->pool, LOG_ERROR, RECENT_FAULT, worker->pid,
             "PERSIST%04d: pool %s: pid %ld is killed: it uses %llu KiB, above "
             "PersistMemoryLimit (%llu KiB)",
             WIRE_FAULT_MEMORY, worker->pool->definition.script,
             (long)worker->pid, (unsigned long long)worker->memory >> 10,
             (unsigned long long)worker->pool->definition.memory_hard >> 10);
    if (worker->seated)
        slots_slot_condemn(worker->pd->table, worker->slot, WIRE_FAULT_MEMORY);
    worker_kill(worker, WIRE_FAULT_MEMORY);
}

void memory_tick(worker_t *worker, int64_t now)
{
    if (!worker->pool)
        return;
    wear_t wear = judge(worker, now);
    if (wear == WEAR_KILL) {
        kill_large(worker);
        return;
    }
    if (wear == WEAR_NONE || worker->worn || worker->state != WORKER_READY)
        return;
    worker->worn = wear;
    say_pool(worker->pool, LOG_NOTICE, RECENT_START, worker->pid,
             "pool %s: pid %ld is to be replaced: %s",
             worker->pool->definition.script, (long)worker->pid,
             wear_text(wear));
}
