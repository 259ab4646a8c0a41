/* SPDX-License-Identifier: Apache-2.0 */
/* boot.c: what READY and LEAVING do to the worker itself. What they mean for
 * its pool is in pool/hears.c. */

#include "worker/boot.h"

#include "slots_pool.h"
#include "slots_slot.h"
#include "state/agenda.h"
#include "state/news.h"
#include "state/say.h"
#include "worker/ahead.h"
#include "worker/facts.h"
#include "worker/leave.h"
#include "worker/offer.h"

#include "common_clock.h"
#include "wire_fault.h"

#include <stdlib.h>

/* A changed signal is refused too, because each change would have the journal
 * written again. */
int boot_contradicts(const worker_t *worker, const wire_ready_t *ready)
{
    if (worker->signal && worker->signal != (int)ready->signal)
        return 1;
    return (worker->state != WORKER_STARTING || worker->ready_at) &&
           (ready->version != WIRE_VERSION ||
            ready->capacity < worker->capacity);
}

/* The signal is kept in the journal. A successor cannot ask for it, because a
 * worker that computes does not read its control connection, and such a worker
 * is the one that needs the signal. */
static void keep_signal(worker_t *worker, int signal)
{
    if (worker->signal == signal)
        return;
    worker->signal = signal;
    agenda_journal(worker->pd);
}

static void begin_check(worker_t *worker, uint64_t capacity)
{
    uint32_t most = worker->pool->definition.concurrency;
    worker->capacity = capacity < most ? (uint32_t)capacity : most;
    worker->ready_at = common_now_us();
    log_debug("pool %s: pid %ld: READY, requests at a time: %u",
              worker_script(worker), (long)worker->pid, worker->capacity);
}

/* The first READY of a worker that starts. */
static void accept_ready(worker_t *worker, const wire_ready_t *ready)
{
    if (ready->version != WIRE_VERSION)
        worker_kill(worker, WIRE_FAULT_WORKER_VERSION);
    else if (!worker->pool)
        worker_leave(worker);
    else
        begin_check(worker, ready->capacity);
}

void boot_ready(worker_t *worker, const wire_ready_t *ready)
{
    int first = worker->state == WORKER_STARTING && !worker->ready_at;
    keep_signal(worker, (int)ready->signal);
    worker->features = (uint32_t)ready->features;
    if (first)
        accept_ready(worker, ready);
    const worker_news_t news = {
        .kind = NEWS_READY,
        .worker = worker,
        .pool = worker->pool,
        .files = &ready->files,
        .since = worker->born,
        .first = first,
    };
    worker->pd->heard(worker->pd, &news);
}

/* Takes units for the worker; an adopted one may have them already. Few workers
 * offer hundreds of requests at a time, so the table has not that many for
 * each. */
static void take_units(worker_t *worker)
{
    uint32_t wanted = worker->capacity;
    slots_run_t run = worker->run;
    if (run.count == 0)
        run = runs_take(&worker->pd->runs, worker->slot, ahead_units(worker));
    uint32_t capacity = run.count < wanted ? run.count : wanted;
    if (!worker->units)
        worker_take_units(worker, run, capacity);
    worker->capacity = capacity;
    if (run.count < wanted)
        say_pool(
            worker->pool, LOG_WARN, RECENT_FAULT, worker->pid,
            "pool %s: pid %ld takes %u requests at a time instead of %u: "
            "other workers have the table's units; raise PersistMaxWorkers "
            "or lower PersistConcurrency",
            worker_script(worker), (long)worker->pid, run.count, wanted);
}

/* The limit is stored before the slot is opened, so that a claim finds a
 * complete slot. */
void boot_open(worker_t *worker)
{
    slots_table_t *table = worker->pd->table;
    const pool_t *pool = worker->pool;
    worker_enter(worker, WORKER_READY, 0);
    atomic_store(&table->slots[worker->slot].requests_max,
                 pool->definition.max_requests);
    slots_pool_recover(table, pool->index);
    take_units(worker);
    offer_begin(worker);
    say_kept(pool, RECENT_START, worker->pid, "serves, %lld ms after its start",
             (long long)(common_now_us() - worker->began) / 1000);
    agenda_orders(worker->pd);
}

/* An exception may have broken the script for the requests that still run, so
 * they have a limit of their own. */
void boot_leaving(worker_t *worker)
{
    int64_t by = common_now_us() + worker->pd->settings.stop_us;
    if (worker->state > WORKER_READY) {
        worker_leave_by(worker, by);
        return;
    }
    char *words = facts_last_words(worker);
    const worker_news_t news = {
        .kind = NEWS_LEAVING,
        .worker = worker,
        .pool = worker->pool,
        .end = facts_of_end(worker, words),
    };
    worker_leave_by(worker, by);
    worker->pd->heard(worker->pd, &news);
    free(words);
}
