/* SPDX-License-Identifier: Apache-2.0 */
/* end.c: the order in which a worker's resources are released. */

#include "worker/end.h"

#include "base/log.h"
#include "common_clock.h"
#include "os/reap.h"
#include "slots_slot.h"
#include "state/agenda.h"
#include "state/news.h"
#include "state/say.h"
#include "worker/clone.h"
#include "worker/endpoint.h"
#include "worker/facts.h"

#include <signal.h>
#include <stdlib.h>

static void leave_seat(worker_t *worker)
{
    if (worker->seated) {
        slots_slot_clear(worker->pd->table, worker_own_slot(worker));
        runs_give(&worker->pd->runs, worker->run);
    }
    worker->seated = 0;
}

void worker_detach(worker_t *worker)
{
    leave_seat(worker);
    worker_leave_pool(worker);
}

/* The slot is cleared first, so that no request claims a worker whose socket is
 * gone. The names are removed even if the slot belongs to another worker: each
 * worker's number is unique (state/seats.c). */
void worker_drop(worker_t *worker)
{
    clone_forget(worker);
    leave_seat(worker);
    endpoint_unlink(worker);
    conn_close(worker->control);
    output_close(worker->output);
    watch_close(worker->watch);
    worker_forget(worker);
}

/* Kills the rest of the process group before reaping, because until then the
 * group's number cannot belong to another group. */
static int kill_and_reap(worker_t *worker)
{
    watch_kill_group(worker->watch);
    int status = worker->ours ? reap_child(worker->pid) : REAP_UNKNOWN;
    output_drain(worker->output);
    return status;
}

/* After kill_and_reap(). What was killed with the worker is not reaped yet, so
 * the group is still there, and its number is no other group's. */
static void say_left(const worker_t *worker)
{
    if (worker->ours && worker->state != WORKER_KILLING &&
        kill(-worker->pid, 0) == 0)
        say_pool(
            worker->pool, LOG_NOTICE, RECENT_START, worker->pid,
            "pool %s: pid %ld has ended, and processes that it left behind "
            "are ended, too: one that is to go on needs setsid",
            worker_script(worker), (long)worker->pid);
}

static void log_end(const worker_t *worker, const worker_end_t *end)
{
    char how[REAP_TEXT_SIZE];
    reap_text(how, end->status);
    say_kept(worker->pool, RECENT_START, end->pid, "%s: %s", how,
             life_outcome_text(end->outcome));
    log_say(LOG_DEBUG, "pool %s: pid %ld %s: %s; slot %u is cleared",
            worker_script(worker), (long)end->pid, how,
            life_outcome_text(end->outcome), worker->slot);
}

static void end(worker_t *worker)
{
    persistd_t *pd = worker->pd;
    int status = kill_and_reap(worker);
    say_left(worker);
    char *words = facts_last_words(worker);
    worker_news_t news = {
        .kind = NEWS_ENDED,
        .pool = worker->pool,
        .end = facts_of_end(worker, words),
    };
    news.end.status = status;
    if (log_is_debug)
        log_end(worker, &news.end);
    worker_drop(worker);
    agenda_journal(pd);
    agenda_orders(pd);
    agenda_at(pd, common_now_us()); /* a pool may wait for the place */
    pd->heard(pd, &news);
    free(words);
}

void worker_end_all(persistd_t *pd)
{
    worker_t *next;
    if (!pd->agenda.ended)
        return;
    pd->agenda.ended = 0;
    for (worker_t *worker = pd->workers; worker; worker = next) {
        next = worker->next;
        if (worker->ended)
            end(worker);
    }
}
