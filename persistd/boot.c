/* SPDX-License-Identifier: Apache-2.0 */
/* boot.c: the ends of a start. */

#include "boot.h"

#include "backoff.h"
#include "heap.h"
#include "log.h"
#include "order.h"
#include "pool.h"
#include "reap.h"
#include "reload.h"
#include "renew.h"
#include "slots_claim.h"
#include "version.h"

#include "wire_fault.h"

#include <sys/wait.h>

static void open_slot(worker_t *worker, const wire_ready_t *ready)
{
    pool_t *pool = worker->pool;
    uint32_t most = pool->definition.concurrency;
    worker->capacity =
        ready->capacity < most ? (uint32_t)ready->capacity : most;
    pool->capacity = worker->capacity;
    pool->proven = 1;
    pool->fault = 0;
    backoff_forgive(&pool->backoff);
    pool->boots++;
    pool->boot_us += (uint64_t)(slots_now_us() - worker->since);
    if (!worker->cloned)
        pool->exec_us = slots_now_us() - worker->since;
    worker_enter(worker, WORKER_READY, 0);
    atomic_store(&worker->pd->table->slots[worker->slot].requests_max,
                 pool->definition.max_requests);
    slots_pool_recover(worker->pd->table, pool->index);
    slots_slot_open(worker->pd->table, worker->slot, worker->capacity,
                    worker->features, (uint32_t)worker->pid);
    if (worker->relief)
        renew_relieved(pool);
    worker->relief = 0;
    order_stir(worker->pd);
}

/* The script may have been replaced between the look before exec and the
 * moment when the interpreter read it: such a worker is of neither version. */
static int is_outdated(worker_t *worker)
{
    pool_t *pool = worker->pool;
    uint64_t version = version_look(pool->definition.script, &pool->owner);
    if (version)
        pool_set_version(pool, version);
    sources_check(pool->sources);
    return reload_is_outdated(worker);
}

/* Its slot is as it was when it became READY. */
static int is_unused(const worker_t *worker)
{
    const slots_slot_t *slot = &worker->pd->table->slots[worker->slot];
    if (worker->state == WORKER_STARTING)
        return 1;
    for (uint32_t unit = 0; unit < worker->capacity; unit++)
        if (slots_unit_state(atomic_load(&slot->units[unit])) != SLOTS_FREE)
            return 0;
    return atomic_load(&slot->requests) == 0;
}

/* A script that always ends at once must not be started without pause. */
static void note_waste(const worker_t *worker)
{
    int64_t now = slots_now_us();
    int64_t age = worker->state == WORKER_READY ? now - worker->since : 0;
    if (age >= BACKOFF_YOUNG_US || !is_unused(worker))
        return;
    log_say(LOG_WARN, "pool %s: pid %ld leaves before its first request",
            worker->pool->definition.script, (long)worker->pid);
    backoff_crashed(&worker->pool->backoff, now, age);
}

void boot_leaving(worker_t *worker)
{
    if (worker->pool && worker->state <= WORKER_READY)
        note_waste(worker);
    worker_leave(worker);
}

/* A file that was written while it was loaded may be in the worker's memory as
 * it was or as it is. */
void boot_loaded(worker_t *worker, const wire_list_t *files, int64_t since)
{
    pool_t *pool = worker->pool;
    if (pool && sources_add(pool->sources, files, since))
        reload_changed(pool);
}

void boot_ready(worker_t *worker, const wire_ready_t *ready)
{
    worker->signal = (int)ready->signal;
    worker->features = (uint32_t)ready->features;
    boot_loaded(worker, &ready->files, worker->born);
    if (worker->state != WORKER_STARTING)
        return; /* an adopted one, or one that leaves already */
    if (ready->version != WIRE_VERSION)
        worker_kill(worker, WIRE_FAULT_WORKER_VERSION);
    else if (!worker->pool || is_outdated(worker))
        worker_leave(worker);
    else
        open_slot(worker, ready);
    if (worker->pool)
        pool_look(worker->pool, 0);
}

static char *reason_text(const worker_t *worker, const char *what)
{
    size_t len;
    const char *words = output_tail(worker->output, &len);
    return heap_print("%s%s%.*s", what, len > 0 ? ": " : "", (int)len, words);
}

/* persist-exec has told it all. */
static int exec_failed(int status)
{
    return status != REAP_UNKNOWN && WIFEXITED(status) &&
           WEXITSTATUS(status) == BOOT_EXEC_STATUS;
}

int boot_verdict(const worker_t *worker, int status, char **reason)
{
    char text[REAP_TEXT_SIZE];
    const char *what = reap_text(text, status);
    int fault = worker->fault;
    if (!worker->pool || (worker->state != WORKER_STARTING && !fault))
        return 0;
    if (fault == WIRE_FAULT_BOOT_TIMEOUT)
        what = "killed after PersistBootTimeout";
    else if (fault == WIRE_FAULT_WORKER_VERSION)
        what = "killed";
    else if (exec_failed(status))
        fault = WIRE_FAULT_EXEC;
    else if (!fault)
        fault = WIRE_FAULT_BOOT_EXIT;
    *reason = reason_text(worker, what);
    return fault;
}
