/* SPDX-License-Identifier: Apache-2.0 */
/* worker.c: the records of workers, and the lists that contain them. */

#include "state/worker.h"

#include "base/heap.h"
#include "base/log.h"
#include "common_clock.h"
#include "state/agenda.h"
#include "state/pool.h"
#include "state/seats.h"

#include <stdlib.h>

const char *worker_state_text(worker_state_t state)
{
    static const char *const texts[] = {"starting", "ready", "leaving",
                                        "stopping", "killed"};
    return texts[state];
}

const char *worker_script(const worker_t *worker)
{
    return worker->pool ? worker->pool->definition.script : "-";
}

void worker_enter(worker_t *worker, worker_state_t state, int64_t deadline)
{
    worker->pd->going -= worker->state > WORKER_READY;
    worker->pd->going += state > WORKER_READY;
    worker->state = state;
    worker->since = common_now_us();
    worker->deadline = deadline;
    worker->idle_since = 0;
    if (deadline)
        agenda_at(worker->pd, deadline);
    agenda_worker(worker);
    if (log_is_debug && worker->pid > 0)
        log_say(LOG_DEBUG, "pool %s: pid %ld in slot %u: %s",
                worker_script(worker), (long)worker->pid, worker->slot,
                worker_state_text(state));
}

worker_t *worker_record(persistd_t *pd, struct pool *pool, uint32_t slot,
                        uint32_t incarnation)
{
    seats_note(pd, slot, incarnation);
    worker_t *worker = heap_make(1, sizeof(*worker));
    worker->pd = pd;
    worker->slot = slot;
    worker->incarnation = incarnation;
    worker->seated = 1;
    worker->capacity = worker->places = 1;
    worker->listener = -1;
    worker->next = pd->workers;
    pd->workers = worker;
    pd->worker_count++;
    pd->places++;
    if (pool)
        worker_join(worker, pool);
    worker_enter(worker, WORKER_STARTING, 0);
    worker->began = worker->since;
    return worker;
}

void worker_take_units(worker_t *worker, slots_run_t run, uint32_t capacity)
{
    worker->run = run;
    worker->capacity = capacity;
    worker->units = heap_make(run.count, sizeof(*worker->units));
}

void worker_take_places(worker_t *worker, uint32_t places)
{
    places = places ? places : 1;
    if (places < worker->places)
        agenda_at(worker->pd, common_now_us());
    worker->pd->places += places - worker->places;
    worker->places = places;
}

uint64_t worker_run_word(const worker_t *worker)
{
    return worker->units ? slots_run_pack(worker->run) : 0;
}

uint32_t worker_own_slot(const worker_t *worker)
{
    slots_slot_t *slot = &worker->pd->table->slots[worker->slot];
    atomic_store(&slot->run, worker_run_word(worker));
    return worker->slot;
}

uint32_t worker_offered(const worker_t *worker)
{
    return worker->is_host ? worker->places : worker->capacity + worker->ahead;
}

void worker_join(worker_t *worker, struct pool *pool)
{
    worker->is_host = pool->definition.mode == WIRE_MODE_CGI;
    worker->pool = pool;
    worker->pool_next = pool->workers;
    pool->workers = worker;
}

void worker_leave_pool(worker_t *worker)
{
    if (!worker->pool)
        return;
    worker_t **link = &worker->pool->workers;
    while (*link != worker)
        link = &(*link)->pool_next;
    *link = worker->pool_next;
    worker->pool = NULL;
}

void worker_forget(worker_t *worker)
{
    worker_t **link = &worker->pd->workers;
    while (*link != worker)
        link = &(*link)->next;
    *link = worker->next;
    agenda_drop(&worker->pd->agenda.workers, &worker->mark);
    worker->pd->worker_count--;
    worker->pd->places -= worker->places;
    worker->pd->going -= worker->state > WORKER_READY;
    worker_leave_pool(worker);
    free(worker->units);
    free(worker);
}
