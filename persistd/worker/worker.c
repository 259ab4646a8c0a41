/* SPDX-License-Identifier: Apache-2.0 */
/* worker.c: the way of a worker from state to state. */

#include "worker/worker.h"

#include "base/heap.h"
#include "base/log.h"
#include "os/process.h"
#include "os/reap.h"
#include "os/wall.h"
#include "pool/pool.h"
#include "pool/replace.h"
#include "run/stop.h"
#include "serve/orders.h"
#include "slots_claim.h"
#include "state/agenda.h"
#include "state/instance.h"
#include "state/seats.h"
#include "worker/boot.h"
#include "worker/clone.h"
#include "worker/control.h"
#include "worker/launch.h"
#include "worker/units.h"

#include "wire_fault.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void worker_unlink(const worker_t *worker)
{
    const char *instance = worker->pd->options.instance;
    char path[SLOTS_PATH_SIZE];
    if (slots_worker_path(path, instance, worker->slot, worker->incarnation) ==
        0)
        unlink(path);
    if (instance_output_path(path, instance, worker->slot,
                             worker->incarnation) == 0)
        unlink(path);
}

static void leave_seat(worker_t *worker)
{
    if (worker->seated)
        slots_slot_clear(worker->pd->table, worker->slot);
    worker->seated = 0;
}

void worker_part(worker_t *worker)
{
    leave_seat(worker);
    worker_leave_pool(worker);
}

/* The slot first: nobody shall claim a worker whose socket has gone. Its names
 * are its own also when the slot is another's: each has a number that was not
 * given out before (seats.c). */
void worker_drop(worker_t *worker)
{
    clone_forget(worker);
    leave_seat(worker);
    worker_unlink(worker);
    conn_close(worker->control);
    output_close(worker->output);
    watch_close(worker->watch);
    worker_forget(worker);
}

static void worker_said(void *context, const char *line, size_t len)
{
    worker_t *worker = context;
    pool_t *pool = worker->pool;
    rate_t *rate = pool ? &pool->rate : &worker->pd->strays;
    uint32_t dropped;
    if (!rate_allow(rate, slots_now_us(), &dropped))
        return;
    const char *script = pool ? pool->definition.script : "without a pool";
    if (dropped > 0)
        log_say(LOG_WARN, "pool %s: %u lines of output were dropped", script,
                dropped);
    rate_charge(rate, log_worker(worker->pid, script, line, len));
}

void worker_listen(worker_t *worker)
{
    char path[SLOTS_PATH_SIZE];
    if (instance_output_path(path, worker->pd->options.instance, worker->slot,
                             worker->incarnation) == 0)
        worker->output =
            output_open(worker->pd->loop, path, worker_said, worker);
    if (!worker->output)
        log_say(LOG_WARN, "pid %ld: its output is lost: %s", (long)worker->pid,
                strerror(errno));
}

/* The worker runs: from here on only its end frees the record. One whose end
 * would not be seen is killed on the spot, and reaped as a stranger is.
 * Returns 0, or -1 with errno. */
static int worker_begin(worker_t *worker)
{
    int64_t boot = worker->pool->definition.boot_us;
    worker->watch =
        watch_open(worker->pd->loop, worker->pid, worker_ended, worker);
    if (!worker->watch) {
        int error = errno;
        kill(-worker->pid, SIGKILL);
        errno = error;
        return -1;
    }
    worker->ours = 1;
    if (process_started(worker->pid, &worker->started) != 0)
        worker->started = 0;
    worker_enter(worker, WORKER_STARTING, boot ? slots_now_us() + boot : 0);
    agenda_journal(worker->pd);
    control_open(worker);
    return 0;
}

/* As a copy of the source. */
static int start_clone(worker_t *worker, worker_t *source)
{
    worker->cloned = 1;
    if (clone_ask(worker, source) == 0)
        return 0;
    clone_failed(worker, strerror(errno));
    worker_drop(worker);
    return -1;
}

/* If the table calls a slot unused while we have a worker in it, the table was
 * overwritten. That worker is killed, and its end resets the slot. */
static int take_seat(const struct pool *pool, uint32_t *incarnation)
{
    worker_t *occupant;
    int slot = seat_take(pool, incarnation, &occupant);
    if (!occupant)
        return slot;
    if (occupant->state != WORKER_KILLING)
        log_say(LOG_ERROR,
                "slot %u of pid %ld has been overwritten in the table: the "
                "worker is ended",
                occupant->slot, (long)occupant->pid);
    worker_kill(occupant, 0);
    return -1;
}

int worker_start(struct pool *pool, int relief)
{
    persistd_t *pd = pool->pd;
    uint32_t incarnation;
    int busy = 0;
    /* a copy would be as worn as what it is to replace */
    worker_t *source = relief ? NULL : clone_source(pool, &busy);
    if (busy && !source)
        return -1;
    int slot = take_seat(pool, &incarnation);
    if (slot < 0)
        return -1;
    worker_t *worker = worker_record(pd, pool, (uint32_t)slot, incarnation);
    worker->version = pool->wanted;
    worker->born = wall_now_us();
    worker->relief = relief;
    if (source)
        return start_clone(worker, source);
    if (launch_worker(worker) == 0 && worker_begin(worker) == 0)
        return 0;
    char *text = heap_print("its process can't be made: %s", strerror(errno));
    int64_t began = worker->began;
    worker_drop(worker);
    pool_failed(pool, began, WIRE_FAULT_EXEC, text);
    return -1;
}

static void worker_stop(worker_t *worker)
{
    int64_t now = slots_now_us();
    int64_t until = now + worker->pd->settings.stop_us;
    if (worker->control)
        conn_send(worker->control, WIRE_STOP, NULL);
    worker_enter(worker, WORKER_STOPPING, until);
}

void worker_leave(worker_t *worker)
{
    if (worker->state > WORKER_READY)
        return;
    int64_t now = slots_now_us();
    worker_enter(worker, WORKER_LEAVING, 0);
    worker_look(worker, now);
    agenda_at(worker->pd, now); /* who saw all its pool's workers is silent */
}

void worker_leave_by(worker_t *worker, int64_t deadline)
{
    worker_leave(worker);
    if (worker->state != WORKER_LEAVING)
        return;
    worker->deadline = deadline;
    agenda_at(worker->pd, deadline);
}

void worker_kill(worker_t *worker, int fault)
{
    if (worker->state == WORKER_KILLING)
        return;
    worker->fault =
        worker->state == WORKER_STARTING && !worker->ready_at ? fault : 0;
    if (worker->seated) /* before it dies: requests shall try another one */
        slots_slot_leave(worker->pd->table, worker->slot);
    if (worker->watch)
        watch_kill_group(worker->watch);
    worker_enter(worker, WORKER_KILLING, 0);
}

/* A READY worker that ends unasked took a request with it, perhaps. Returns
 * what is to be told of the pool, for free(), or NULL. */
static char *tell_crash(const worker_t *worker, int status)
{
    char how[REAP_TEXT_SIZE];
    reap_text(how, status);
    log_say(LOG_ERROR, "PERSIST%04d: pool %s: pid %ld %s",
            WIRE_FAULT_WORKER_DIED, worker->pool->definition.script,
            (long)worker->pid, how);
    return boot_in_vain(worker) ? heap_print("%s before it took a request", how)
                                : NULL;
}

/* Its family goes with it: the rest of the group is killed as long as the
 * number of the group can't be anybody else's, so before reaping. */
void worker_ended(void *owner)
{
    worker_t *worker = owner;
    persistd_t *pd = worker->pd;
    pool_t *pool = worker->pool;
    char *reason = NULL;
    watch_kill_group(worker->watch);
    int status = worker->ours ? reap_child(worker->pid) : REAP_UNKNOWN;
    output_drain(worker->output);
    int fault = boot_verdict(worker, status, &reason);
    char *useless =
        pool && boot_was_ready(worker) ? tell_crash(worker, status) : NULL;
    int cloned = worker->cloned;
    int64_t began = worker->began;
    if (fault && cloned)
        clone_failed(worker, reason);
    worker_drop(worker);
    agenda_journal(pd);
    agenda_orders(pd);
    if (fault && cloned)
        free(reason);
    else if (fault)
        pool_failed(pool, began, fault, reason);
    else if (useless)
        pool_useless(pool, useless);
    if (pool && !pool->workers && !pool->fault)
        pool_forget_sources(pool); /* a change may mend a boot that failed */
    if (pool)
        pool_look(pool, 0);
    agenda_at(pd, slots_now_us()); /* somebody may wait for the place */
    stop_look(pd);
}

void worker_look_idle(worker_t *worker, int64_t now)
{
    slots_slot_t *slot = &worker->pd->table->slots[worker->slot];
    uint64_t requests = atomic_load(&slot->requests);
    int idle = requests == worker->requests;
    for (uint32_t i = 0; i < worker->capacity; i++)
        idle &= slots_unit_state(atomic_load(&slot->units[i])) == SLOTS_FREE;
    worker->requests = requests;
    if (!idle)
        worker->idle_since = 0;
    else if (!worker->idle_since)
        worker->idle_since = now;
}

static void kill_late(worker_t *worker)
{
    log_say(LOG_WARN,
            "pool %s: pid %ld is killed: its requests have outlasted "
            "the stop",
            worker->pool ? worker->pool->definition.script : "-",
            (long)worker->pid);
    worker_kill(worker, 0);
}

static void look_at_state(worker_t *worker, int64_t now)
{
    switch (worker->state) {
    case WORKER_STARTING:
        if (worker->ready_at)
            boot_look(worker, now);
        else if (worker->deadline && now >= worker->deadline)
            worker_kill(worker, WIRE_FAULT_BOOT_TIMEOUT);
        break;
    case WORKER_READY:
        worker_look_idle(worker, now);
        break;
    case WORKER_LEAVING:
        if (!worker->seated ||
            slots_slot_leave(worker->pd->table, worker->slot) == 0)
            worker_stop(worker);
        else if (worker->deadline && now >= worker->deadline)
            kill_late(worker);
        break;
    case WORKER_STOPPING:
        if (now >= worker->deadline)
            worker_kill(worker, 0);
        break;
    case WORKER_KILLING:
        break;
    }
}

void worker_look(worker_t *worker, int64_t now)
{
    if (clone_waits(worker, now))
        return;
    if (!worker->control && worker->state < WORKER_STOPPING)
        control_open(worker);
    if (worker->seated)
        finishing_look(worker, now);
    if (worker->state <= WORKER_LEAVING)
        renew_look(worker, now);
    look_at_state(worker, now);
    if (worker->deadline)
        agenda_at(worker->pd, worker->deadline);
}

/* Stragglers. One that we can't watch is given up when it has had its time;
 * without us it ends by itself. */
void worker_look_all(persistd_t *pd)
{
    worker_t *next;
    for (worker_t *worker = pd->workers; worker; worker = next) {
        next = worker->next;
        if (worker->pool)
            continue;
        worker_look(worker, slots_now_us());
        if (worker->state == WORKER_KILLING && !worker->watch)
            worker_drop(worker);
    }
}
