/* SPDX-License-Identifier: Apache-2.0 */
/* leave.c: takes a worker out of the table first, and then sends STOP or a
 * signal. */

#include "worker/leave.h"

#include "common_clock.h"
#include "slots_slot.h"
#include "state/agenda.h"
#include "state/say.h"

/* What a leaving host has no program for is a place for others. */
int worker_take_out(worker_t *worker)
{
    if (!worker->seated)
        return 0;
    uint32_t busy =
        slots_slot_leave(worker->pd->table, worker_own_slot(worker));
    if (worker->is_host)
        worker_take_places(worker, busy);
    return busy != 0;
}

void worker_stop(worker_t *worker)
{
    int64_t until = common_now_us() + worker->pd->settings.stop_us;
    if (worker->control)
        conn_send(worker->control, WIRE_STOP, NULL);
    worker_enter(worker, WORKER_STOPPING, until);
}

/* Without a connection, the next tick makes one and sends STOP. A clone without
 * a process cannot be sent STOP; the next tick gives it up. */
void worker_leave(worker_t *worker)
{
    if (worker->state > WORKER_READY)
        return;
    worker_enter(worker, WORKER_LEAVING, 0);
    agenda_pool(worker->pool);
    if (!worker->source && !worker_take_out(worker) && worker->control)
        worker_stop(worker);
}

void worker_leave_by(worker_t *worker, int64_t deadline)
{
    worker_leave(worker);
    if (worker->state != WORKER_LEAVING)
        return;
    if (worker->deadline && worker->deadline < deadline)
        return;
    worker->deadline = deadline;
    agenda_at(worker->pd, deadline);
}

/* The slot is taken out before the kill, so that requests go to other
 * workers. */
void worker_kill(worker_t *worker, int fault)
{
    if (worker->state == WORKER_KILLING)
        return;
    worker->fault =
        worker->state == WORKER_STARTING && !worker->ready_at ? fault : 0;
    if (worker->seated)
        slots_slot_leave(worker->pd->table, worker_own_slot(worker));
    if (worker->watch)
        watch_kill_group(worker->watch);
    worker_enter(worker, WORKER_KILLING, 0);
}

void worker_kill_late(worker_t *worker)
{
    if (worker->state == WORKER_KILLING)
        return;
    say_pool(worker->pool, LOG_WARN, RECENT_FAULT, worker->pid,
             "pool %s: pid %ld is killed: %s within PersistStopTimeout",
             worker_script(worker), (long)worker->pid,
             worker->state == WORKER_LEAVING
                 ? "its requests have not ended"
                 : "its process has not ended after STOP");
    worker_kill(worker, 0);
}
