/* SPDX-License-Identifier: Apache-2.0 */
/* events.c: the messages on a worker's control connection, and the end of its
 * process. */

#include "worker/events.h"

#include "base/log.h"
#include "common_clock.h"
#include "state/agenda.h"
#include "state/news.h"
#include "worker/boot.h"
#include "worker/clone.h"
#include "worker/control.h"
#include "worker/units.h"

/* Files reported by FILES were most likely loaded within this time. */
#define LATELY_US 10000000

static void on_files(worker_t *worker, const wire_files_t *files)
{
    int64_t since = common_wall_us() - LATELY_US;
    const worker_news_t news = {
        .kind = NEWS_LOADED,
        .worker = worker,
        .pool = worker->pool,
        .files = &files->files,
        .since = worker->born > since ? worker->born : since,
    };
    worker->pd->heard(worker->pd, &news);
}

/* Checks a message that may come only after READY. Returns 1 if the worker has
 * been killed for sending it too early. */
static int is_early(worker_t *worker, const char *what)
{
    if (worker->state != WORKER_STARTING || worker->ready_at)
        return 0;
    control_break(worker, what);
    return 1;
}

static void on_ready(worker_t *worker, const wire_ready_t *ready)
{
    if (boot_contradicts(worker, ready))
        control_break(worker, "READY unlike the one before");
    else
        boot_ready(worker, ready);
}

/* Only units that take requests are probed, so only those can be IDLE. */
static void on_idle(worker_t *worker, uint64_t unit)
{
    uint32_t units = worker->run.count;
    if (is_early(worker, "IDLE before READY"))
        return;
    if (unit >= (units ? units : worker->capacity))
        control_break(worker, "IDLE for a unit beyond its capacity");
    else
        units_idle(worker, unit);
}

static void on_message(conn_t *conn, wire_message_t *message)
{
    worker_t *worker = conn->owner;
    switch (message->kind) {
    case WIRE_READY:
        on_ready(worker, &message->as.ready);
        break;
    case WIRE_IDLE:
        on_idle(worker, message->as.idle.unit);
        break;
    case WIRE_LEAVING:
        boot_leaving(worker);
        break;
    case WIRE_CLONED:
        if (clone_answered(worker, message->as.cloned.refused != 0) != 0)
            control_break(worker, wire_kind_name(message->kind));
        break;
    case WIRE_FILES:
        if (!is_early(worker, "FILES before READY"))
            on_files(worker, &message->as.files);
        break;
    default:
        control_break(worker, wire_kind_name(message->kind));
    }
}

/* A worker that lives gets a new connection. The end of one that dies is seen
 * by its watch. */
static void on_gone(conn_t *conn, const char *why)
{
    worker_t *worker = conn->owner;
    worker->control = NULL;
    if (conn->broken)
        control_break(worker, why);
    agenda_at(worker->pd, common_now_us() + AGENDA_PERIOD_US);
}

static void on_end(void *owner)
{
    worker_t *worker = owner;
    worker->ended = 1;
    agenda_worker(worker);
}

void events_install(persistd_t *pd)
{
    static const worker_events_t events = {{on_message, on_gone}, on_end};
    pd->events = &events;
}
