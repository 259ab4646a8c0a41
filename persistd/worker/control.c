/* SPDX-License-Identifier: Apache-2.0 */
/* control.c: what persistd and a worker tell each other. */

#include "worker/control.h"

#include "base/log.h"
#include "os/wall.h"
#include "pool/pool.h"
#include "slots_names.h"
#include "state/agenda.h"
#include "worker/boot.h"
#include "worker/clone.h"
#include "worker/units.h"

#include "wire_fault.h"

#include <errno.h>
#include <string.h>

/* Files that are told of have been loaded within this time, most likely. */
#define LATELY_US 10000000

#define REFUSED_GRACE_US 100000

/* Once: what it has sent besides is not heard. */
static void control_broken(worker_t *worker, const char *what)
{
    conn_close(worker->control);
    worker->control = NULL;
    worker->offence = what;
    log_say(LOG_ERROR, "PERSIST%04d: %s: pid %ld: %s", WIRE_FAULT_PROTOCOL,
            wire_fault_text(WIRE_FAULT_PROTOCOL), (long)worker->pid, what);
    worker_kill(worker, WIRE_FAULT_PROTOCOL);
}

static void control_files(worker_t *worker, const wire_files_t *files)
{
    int64_t since = wall_now_us() - LATELY_US;
    boot_loaded(worker, &files->files,
                worker->born > since ? worker->born : since);
}

/* Behind READY it is STARTING until its script has been looked at. */
static int was_ready(const worker_t *worker)
{
    return worker->state != WORKER_STARTING || worker->ready_at;
}

/* What only a worker can say that has said READY. Returns 1 when this one is
 * killed for it. */
static int is_early(worker_t *worker, const char *what)
{
    if (was_ready(worker))
        return 0;
    control_broken(worker, what);
    return 1;
}

/* READY said again, by one that serves by what it said first. Each other signal
 * would also have the journal written anew. */
static int contradicts(const worker_t *worker, const wire_ready_t *ready)
{
    if (worker->signal && worker->signal != (int)ready->signal)
        return 1;
    return was_ready(worker) && (ready->version != WIRE_VERSION ||
                                 ready->capacity < worker->capacity);
}

static void control_ready(worker_t *worker, const wire_ready_t *ready)
{
    if (contradicts(worker, ready))
        control_broken(worker, "READY unlike the one before");
    else
        boot_ready(worker, ready);
}

/* Asked are the units that requests come to, and no others. */
static void control_idle(worker_t *worker, uint64_t unit)
{
    if (is_early(worker, "IDLE before READY"))
        return;
    if (unit >= worker->capacity)
        control_broken(worker, "IDLE for a unit beyond its capacity");
    else
        finishing_idle(worker, unit);
}

static void control_message(conn_t *conn, wire_message_t *message)
{
    worker_t *worker = conn->owner;
    switch (message->kind) {
    case WIRE_READY:
        control_ready(worker, &message->as.ready);
        break;
    case WIRE_IDLE:
        control_idle(worker, message->as.idle.unit);
        break;
    case WIRE_LEAVING:
        boot_leaving(worker);
        break;
    case WIRE_CLONED:
        if (clone_answered(worker, message->as.cloned.refused != 0) != 0)
            control_broken(worker, wire_kind_name(message->kind));
        break;
    case WIRE_FILES:
        if (is_early(worker, "FILES before READY"))
            break;
        control_files(worker, &message->as.files);
        break;
    default:
        control_broken(worker, wire_kind_name(message->kind));
    }
}

/* A worker that lives on gets another one; one that dies is seen to do so. */
static void control_gone(conn_t *conn, const char *why)
{
    worker_t *worker = conn->owner;
    worker->control = NULL;
    if (conn->broken)
        control_broken(worker, why);
    agenda_at(worker->pd, slots_now_us() + AGENDA_PERIOD_US);
}

static const conn_handlers_t handlers = {control_message, control_gone};

int control_connect(worker_t *worker)
{
    const wire_open_t open = {.version = WIRE_VERSION,
                              .role = WIRE_ROLE_CONTROL};
    char path[SLOTS_PATH_SIZE];
    if (slots_worker_path(path, worker->pd->options.instance, worker->slot,
                          worker->incarnation) != 0)
        return -1;
    worker->control = conn_connect(worker->pd->loop, path, &handlers, worker);
    if (!worker->control)
        return -1;
    finishing_forget(worker);
    conn_send(worker->control, WIRE_OPEN, &open);
    return 0;
}

/* One that has died is refused at the same moment: its own end, about to be
 * seen, tells more than our kill would. In state STOPPING a worker may have
 * closed its socket: that is its end. */
void control_open(worker_t *worker)
{
    int64_t now = slots_now_us();
    if (control_connect(worker) == 0 || !control_is_dead(errno)) {
        worker->refused_since = 0;
        return;
    }
    if (!worker->refused_since)
        worker->refused_since = now;
    if (now - worker->refused_since >= REFUSED_GRACE_US)
        worker_kill(worker, WIRE_FAULT_BOOT_EXIT);
    else
        agenda_at(worker->pd, worker->refused_since + REFUSED_GRACE_US);
}

int control_is_dead(int error)
{
    return error == ECONNREFUSED || error == ENOENT || error == EPERM;
}
