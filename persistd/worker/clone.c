/* SPDX-License-Identifier: Apache-2.0 */
/* clone.c: FORK and what follows. A clone gets its listening socket and its
 * FIFO here, like any worker, under computed names. Their descriptors are sent
 * to the source. The process that listens afterwards is the clone, and the
 * kernel identifies it.
 * Why: docs/decisions/clones.md */

#include "worker/clone.h"

#include "base/log.h"
#include "os/process.h"
#include "state/agenda.h"
#include "state/pool.h"
#include "state/say.h"
#include "worker/control.h"
#include "worker/endpoint.h"
#include "worker/leave.h"
#include "worker/log.h"

#include "common_clock.h"
#include "common_peer.h"
#include "wire_descriptors.h"
#include "wire_fault.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* How long CLONED may take: as long as the last start by exec took, within
 * these limits, because the source may be busy with a request. */
#define CLONE_LEAST_US 50000
#define CLONE_MOST_US 2000000
/* If no worker of the pool was started by this persistd. */
#define CLONE_UNKNOWN_US 500000
/* How long no clones are made after a failure. */
#define CLONE_PAUSE_US 10000000

static int64_t patience(const struct pool *pool)
{
    if (pool->exec_us == 0)
        return CLONE_UNKNOWN_US;
    if (pool->exec_us < CLONE_LEAST_US)
        return CLONE_LEAST_US;
    return pool->exec_us < CLONE_MOST_US ? pool->exec_us : CLONE_MOST_US;
}

/* The listening socket stays open here until CLONED, because shutting it down
 * cancels the order; the source checks that before it forks. */
int clone_ask(worker_t *worker, worker_t *source)
{
    endpoint_t place;
    if (endpoint_open(&place, worker) != 0)
        return -1;
    worker_log_open(worker);
    const int fds[] = {place.listener, place.output};
    int rc = conn_pass(source->control, WIRE_FORK, NULL, fds, 2);
    int error = errno;
    if (rc == 0) {
        log_debug("pool %s: pid %ld is to be copied into slot %u",
                  worker_script(worker), (long)source->pid, worker->slot);
        worker->listener = place.listener;
        place.listener = -1;
        worker->source = source;
        worker->clone_by = common_now_us() + patience(worker->pool);
        agenda_at(worker->pd, worker->clone_by);
    }
    endpoint_close(&place);
    errno = error;
    return rc;
}

static void let_listener_go(worker_t *worker, int taken_back)
{
    if (worker->listener < 0)
        return;
    if (taken_back) {
        shutdown(worker->listener, SHUT_RDWR);
        wire_descriptors_drop(worker->listener);
    } else {
        close(worker->listener);
    }
    worker->listener = -1;
}

void clone_failed(pool_t *pool, const char *why)
{
    if (!pool)
        return;
    say_pool(
        pool, LOG_WARN, RECENT_FAULT, 0,
        "pool %s: no clone: %.*s; for %d s its workers are started by exec",
        pool->definition.script, (int)strcspn(why, "\n"), why,
        CLONE_PAUSE_US / 1000000);
    pool->clone_again = common_now_us() + CLONE_PAUSE_US;
}

/* There is no clone, or it will find its socket shut down and exit. The next
 * tick frees the record. It is not a failure if the clone was to leave
 * anyway. */
void clone_give_up(worker_t *worker, const char *why)
{
    if (worker->state == WORKER_STARTING)
        clone_failed(worker->pool, why);
    clone_forget(worker);
    worker_kill(worker, 0);
    agenda_at(worker->pd, common_now_us()); /* its place is free again */
}

static int is_known(const persistd_t *pd, pid_t pid)
{
    const worker_t *worker = pd->workers;
    while (worker && worker->pid != pid)
        worker = worker->next;
    return worker || pid == getpid() || pid <= 0;
}

/* True for a child, which it is by adoption. Its number is then its own until
 * we reap it. */
static int is_child(pid_t pid)
{
    siginfo_t info;
    return waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0;
}

/* Identifies the process that listens now. */
static const char *take_on(worker_t *worker)
{
    pid_t pid;
    uid_t uid;
    if (control_connect(worker) != 0)
        return strerror(errno);
    if (common_peer(worker->control->fd, &pid, &uid) != 0 ||
        is_known(worker->pd, pid))
        return "nobody else listens";
    worker->watch = watch_peer(worker->pd->loop, worker->control->fd, pid,
                               worker->pd->events->ended, worker);
    worker->ours = is_child(pid);
    if (!worker->watch && worker->ours)
        worker->watch = watch_open(worker->pd->loop, pid,
                                   worker->pd->events->ended, worker);
    if (!worker->watch)
        return "it can't be watched";
    worker->pid = pid;
    if (process_started(pid, &worker->started) != 0)
        worker->started = 0;
    return NULL;
}

static void begin(worker_t *worker)
{
    int64_t boot = worker->pool->definition.boot_us;
    const char *why = take_on(worker);
    if (why) {
        clone_give_up(worker, why);
        return;
    }
    int64_t since = worker->since; /* its start began with the order */
    worker_enter(worker, WORKER_STARTING, boot ? common_now_us() + boot : 0);
    worker->since = since;
    agenda_journal(worker->pd);
}

/* An answer to an order that was given up is ignored. A clone that was asked to
 * leave in the meantime does not start. */
int clone_answered(worker_t *source, int refused)
{
    worker_t *worker = source->pd->workers;
    while (worker && worker->source != source)
        worker = worker->next;
    if (!(source->features & WIRE_FEATURE_CLONE))
        return -1;
    if (!worker)
        return 0;
    int wanted = !refused && worker->state == WORKER_STARTING;
    worker->source = NULL;
    let_listener_go(worker, !wanted);
    if (wanted)
        begin(worker);
    else
        clone_give_up(worker, "it was refused");
    agenda_pool(source->pool);
    return 0;
}

void clone_forget(worker_t *worker)
{
    let_listener_go(worker, 1);
    worker->source = NULL;
    for (worker_t *other = worker->pd->workers; other; other = other->next)
        if (other->source == worker)
            clone_give_up(other, "who was to be copied has ended");
}
