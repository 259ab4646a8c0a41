/* SPDX-License-Identifier: Apache-2.0 */
/* control.c: what persistd and a worker tell each other. */

#include "control.h"

#include "boot.h"
#include "clock.h"
#include "clone.h"
#include "finishing.h"
#include "log.h"
#include "pool.h"
#include "slots_names.h"

#include "wire_fault.h"

#include <errno.h>
#include <string.h>

/* Files that are told of have been loaded within this time, most likely. */
#define LATELY_US 10000000

/* Once: what it has sent besides is not heard. */
static void control_broken(worker_t *worker, const char *what)
{
    conn_close(worker->control);
    worker->control = NULL;
    log_say(LOG_ERROR, "PERSIST%04d: %s: pid %ld: %s", WIRE_FAULT_PROTOCOL,
            wire_fault_text(WIRE_FAULT_PROTOCOL), (long)worker->pid, what);
    worker_kill(worker, WIRE_FAULT_PROTOCOL);
}

static void control_files(worker_t *worker, const wire_files_t *files)
{
    int64_t since = clock_wall_us() - LATELY_US;
    boot_loaded(worker, &files->files,
                worker->born > since ? worker->born : since);
}

static void control_message(conn_t *conn, wire_message_t *message)
{
    worker_t *worker = conn->owner;
    switch (message->kind) {
    case WIRE_READY:
        boot_ready(worker, &message->as.ready);
        break;
    case WIRE_IDLE:
        finishing_idle(worker, message->as.idle.unit);
        break;
    case WIRE_LEAVING:
        boot_leaving(worker);
        break;
    case WIRE_CLONED:
        if (clone_answered(worker, message->as.cloned.refused != 0) != 0)
            control_broken(worker, wire_kind_name(message->kind));
        break;
    case WIRE_FILES:
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
    clock_due(worker->pd, slots_now_us() + CLOCK_PERIOD_US);
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
    conn_send(worker->control, WIRE_OPEN, &open);
    return 0;
}

/* In state STOPPING a worker may have closed its socket: that is its end. */
void control_open(worker_t *worker)
{
    if (control_connect(worker) != 0 && control_is_dead(errno))
        worker_kill(worker, WIRE_FAULT_BOOT_EXIT);
}

int control_is_dead(int error)
{
    return error == ECONNREFUSED || error == ENOENT || error == EPERM;
}
