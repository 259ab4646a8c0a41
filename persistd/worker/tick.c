/* SPDX-License-Identifier: Apache-2.0 */
/* tick.c: collects a worker's facts, calls decide/life.c, and does what it
 * returns. */

#include "worker/tick.h"

#include "base/log.h"
#include "decide/life.h"
#include "slots_free.h"
#include "state/agenda.h"
#include "state/pool.h"
#include "worker/clone.h"
#include "worker/control.h"
#include "worker/end.h"
#include "worker/facts.h"
#include "worker/leave.h"
#include "worker/log.h"
#include "worker/memory.h"
#include "worker/units.h"

#include "common_clock.h"
#include "wire_fault.h"

void worker_tick_idle(worker_t *worker, int64_t now)
{
    slots_slot_t *slot = &worker->pd->table->slots[worker->slot];
    uint64_t requests = atomic_load(&slot->requests);
    int idle = requests == worker->requests &&
               slots_free_census(worker->pd->table, worker->run).free ==
                   worker_offered(worker);
    worker->requests = requests;
    if (!idle)
        worker->idle_since = 0;
    else if (!worker->idle_since)
        worker->idle_since = now;
}

static void step(worker_t *worker, int64_t now)
{
    life_facts_t facts = facts_of_life(worker);
    facts.leased = worker->state == WORKER_LEAVING && worker_take_out(worker);
    switch (life_step(&facts, now)) {
    case LIFE_GO_ON:
        break;
    case LIFE_GIVE_UP_CLONE:
        clone_give_up(worker, "it took longer than a start");
        break;
    case LIFE_KILL_BOOT:
        log_debug("pool %s: pid %ld is killed: PersistBootTimeout is over",
                  worker_script(worker), (long)worker->pid);
        worker_kill(worker, WIRE_FAULT_BOOT_TIMEOUT);
        break;
    case LIFE_SEND_STOP:
        worker_stop(worker);
        break;
    case LIFE_KILL_LEASED:
    case LIFE_KILL_STOPPED:
        worker_kill_late(worker);
        break;
    case LIFE_DROP:
        worker_drop(worker);
        break;
    }
}

/* Checks the connection, the units and the memory. A clone that has not been
 * made yet has none of them. */
static void tick_parts(worker_t *worker, int64_t now)
{
    if (!worker->control && worker->state < WORKER_STOPPING)
        control_open(worker);
    if (worker->seated) {
        worker_log_open(worker);
        units_tick(worker, now);
    }
    if (worker->state <= WORKER_LEAVING)
        memory_tick(worker, now);
    if (worker->state == WORKER_READY)
        worker_tick_idle(worker, now);
}

void worker_tick(worker_t *worker, int64_t now)
{
    agenda_drop(&worker->pd->agenda.workers, &worker->mark);
    if (!worker->source)
        tick_parts(worker, now);
    if (worker->deadline > now)
        agenda_at(worker->pd, worker->deadline);
    if (worker->source)
        agenda_at(worker->pd, worker->clone_by);
    step(worker, now);
}

void worker_tick_all(persistd_t *pd)
{
    int64_t now = common_now_us();
    worker_t *next;
    for (worker_t *worker = pd->workers; worker; worker = next) {
        next = worker->next;
        worker_tick(worker, now);
    }
}

void worker_tick_marked(persistd_t *pd)
{
    int64_t now = common_now_us();
    worker_t *worker;
    for (uint32_t left = pd->agenda.workers.count;
         left > 0 && (worker = agenda_take(&pd->agenda.workers)) != NULL;
         left--)
        worker_tick(worker, now);
}
