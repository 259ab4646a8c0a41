/* SPDX-License-Identifier: Apache-2.0 */
/* boot.c: the ends of a start. */

#include "worker/boot.h"

#include "base/heap.h"
#include "base/log.h"
#include "decide/backoff.h"
#include "os/reap.h"
#include "pool/pool.h"
#include "pool/reload.h"
#include "pool/replace.h"
#include "serve/orders.h"
#include "slots_claim.h"
#include "state/agenda.h"
#include "worker/clone.h"

#include "wire_fault.h"

#include <stdlib.h>
#include <sys/wait.h>

static void open_slot(worker_t *worker)
{
    pool_t *pool = worker->pool;
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
    agenda_orders(worker->pd);
}

#define CHECK_US 1500000 /* a file system has been told to be late by then */

/* The script may have been replaced between the look before exec and the
 * moment when the interpreter read it: such a worker is of neither version. A
 * change that is seen too late is a change as any other. */
void boot_look(worker_t *worker, int64_t now)
{
    const pool_t *pool = worker->pool;
    if (pool &&
        (!view_is_settled(pool) || !sources_are_settled(pool->sources)) &&
        now - worker->ready_at < CHECK_US) {
        agenda_at(worker->pd, worker->ready_at + CHECK_US);
        return;
    }
    worker->ready_at = 0;
    if (!pool || reload_is_outdated(worker))
        worker_leave(worker);
    else
        open_slot(worker);
}

static void check(worker_t *worker, uint64_t capacity)
{
    uint32_t most = worker->pool->definition.concurrency;
    worker->capacity = capacity < most ? (uint32_t)capacity : most;
    worker->ready_at = slots_now_us();
    view_ask(worker->pool);
    sources_check(worker->pool->sources);
}

static char *reason_text(const worker_t *worker, const char *what)
{
    size_t len;
    const char *words = output_tail(worker->output, &len);
    return heap_print("%s%s%.*s", what, len > 0 ? ": " : "", (int)len, words);
}

/* No request has been given to it, or none that it took. One that it died of
 * is still leased, or is httpd's reason to give it up (BROKEN). */
static int has_served(const worker_t *worker)
{
    const slots_slot_t *slot = &worker->pd->table->slots[worker->slot];
    for (uint32_t unit = 0; unit < worker->capacity; unit++) {
        uint32_t state = slots_unit_state(atomic_load(&slot->units[unit]));
        if (state == SLOTS_LEASED || state == SLOTS_BROKEN)
            return 1;
    }
    return atomic_load(&slot->requests) > 0;
}

int boot_was_ready(const worker_t *worker)
{
    return worker->state == WORKER_READY ||
           (worker->state == WORKER_STARTING && worker->ready_at);
}

int boot_in_vain(const worker_t *worker)
{
    pool_t *pool = worker->pool;
    int64_t now = slots_now_us();
    backoff_crashed(&pool->backoff, now, now - worker->since);
    return !has_served(worker) && backoff_holds(&pool->backoff, now);
}

/* It serves: a script that always ends at once must not be started without
 * pause. */
static void leaves_ready(worker_t *worker)
{
    pool_t *pool = worker->pool;
    int young = slots_now_us() - worker->since < BACKOFF_YOUNG_US;
    int in_vain = 0;
    if (young && !has_served(worker)) {
        log_say(LOG_WARN, "pool %s: pid %ld leaves before its first request",
                pool->definition.script, (long)worker->pid);
        in_vain = boot_in_vain(worker);
    }
    worker_leave(worker);
    if (in_vain)
        pool_useless(pool, heap_print("leaves before it takes a request"));
}

/* It ends its loop, and never was in it. */
static void leaves_starting(worker_t *worker)
{
    const char *what = "LEAVING before READY";
    char *reason = reason_text(worker, what);
    worker_leave(worker);
    if (!worker->cloned) {
        pool_failed(worker->pool, worker->began, WIRE_FAULT_BOOT_EXIT, reason);
        return;
    }
    clone_failed(worker, what);
    free(reason);
}

void boot_leaving(worker_t *worker)
{
    if (worker->pool && boot_was_ready(worker))
        leaves_ready(worker);
    else if (worker->pool && worker->state == WORKER_STARTING)
        leaves_starting(worker);
    else
        worker_leave(worker);
}

/* A file that was written while it was loaded may be in the worker's memory as
 * it was or as it is. */
void boot_loaded(worker_t *worker, const wire_list_t *files, int64_t since)
{
    pool_t *pool = worker->pool;
    if (pool && !reload_is_outdated(worker))
        sources_add(pool->sources, files, since);
}

/* What is known is of older code, or of workers that have gone. */
static int is_first_of_code(const worker_t *worker)
{
    if (worker->state != WORKER_STARTING || boot_was_ready(worker) ||
        !worker->pool || reload_is_outdated(worker))
        return 0;
    for (const worker_t *other = worker->pool->workers; other;
         other = other->pool_next)
        if (other->version == worker->version && boot_was_ready(other))
            return 0;
    return 1;
}

/* A successor cannot ask for it: a worker that computes reads no control
 * connection, and it is the one that the signal is for. */
static void keep_signal(worker_t *worker, int signal)
{
    if (worker->signal == signal)
        return;
    worker->signal = signal;
    agenda_journal(worker->pd);
}

void boot_ready(worker_t *worker, const wire_ready_t *ready)
{
    keep_signal(worker, (int)ready->signal);
    worker->features = (uint32_t)ready->features;
    if (is_first_of_code(worker))
        pool_forget_sources(worker->pool);
    boot_loaded(worker, &ready->files, worker->born);
    if (worker->state != WORKER_STARTING)
        return; /* an adopted one, or one that leaves already */
    if (ready->version != WIRE_VERSION)
        worker_kill(worker, WIRE_FAULT_WORKER_VERSION);
    else if (!worker->pool)
        worker_leave(worker);
    else if (!worker->ready_at)
        check(worker, ready->capacity);
    if (worker->pool)
        pool_look(worker->pool, 0);
}

/* Why we have killed it; NULL: we have not. */
static char *our_reason(const worker_t *worker)
{
    switch (worker->fault) {
    case 0:
        return NULL;
    case WIRE_FAULT_BOOT_TIMEOUT:
        return heap_print("killed after PersistBootTimeout");
    case WIRE_FAULT_BOOT_EXIT:
        return heap_print("killed: it had closed its listening socket");
    case WIRE_FAULT_MEMORY:
        return heap_print("killed above PersistMemoryLimit");
    default:
        return heap_print("killed%s%s", worker->offence ? ": " : "",
                          worker->offence ? worker->offence : "");
    }
}

static char *its_reason(const worker_t *worker, int status)
{
    char text[REAP_TEXT_SIZE];
    uint32_t killed = worker->pool->backoff.killed;
    reap_text(text, status);
    if (worker->cloned || !reap_was_killed(status))
        return heap_print("%s", text);
    return heap_print("%s by somebody else, %u in a row; the kernel does that "
                      "for want of memory",
                      text, killed);
}

/* persist-exec has told it all. */
static int exec_failed(int status)
{
    return status != REAP_UNKNOWN && WIFEXITED(status) &&
           WEXITSTATUS(status) == BOOT_EXEC_STATUS;
}

/* That the machine had no memory for it, or somebody killed the wrong process,
 * says nothing about the script: who waits goes on waiting, for the next start.
 * No older failure is told meanwhile. */
static int is_pardoned(const worker_t *worker, int status)
{
    char text[REAP_TEXT_SIZE];
    pool_t *pool = worker->pool;
    if (!reap_was_killed(status) || worker->cloned ||
        !backoff_killed(&pool->backoff, slots_now_us(), worker->began,
                        pool->definition.boot_us))
        return 0;
    log_say(LOG_WARN,
            "pool %s: pid %ld %s while it started; another one is "
            "started",
            pool->definition.script, (long)worker->pid,
            reap_text(text, status));
    pool->fault = 0;
    slots_pool_recover(pool->pd->table, pool->index);
    return 1;
}

static int fault_of(int status)
{
    return exec_failed(status) ? WIRE_FAULT_EXEC : WIRE_FAULT_BOOT_EXIT;
}

int boot_verdict(const worker_t *worker, int status, char **reason)
{
    int fault = worker->fault;
    if (!worker->pool || boot_was_ready(worker) ||
        (worker->state != WORKER_STARTING && !fault) ||
        (!fault && is_pardoned(worker, status)))
        return 0;
    char *what = our_reason(worker);
    if (!what)
        what = its_reason(worker, status);
    *reason = reason_text(worker, what);
    free(what);
    return fault ? fault : fault_of(status);
}
