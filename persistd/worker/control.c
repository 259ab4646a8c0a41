/* SPDX-License-Identifier: Apache-2.0 */
/* control.c: connects to the worker's own socket, like httpd, but in the role
 * of its manager. */

#include "worker/control.h"

#include "os/watch.h"
#include "state/agenda.h"
#include "state/say.h"
#include "worker/leave.h"
#include "worker/units.h"

#include "common_clock.h"
#include "common_names.h"
#include "wire_fault.h"

#include <errno.h>
#include <string.h>

/* Longer than the end of a process can stay unseen. */
#define REFUSED_GRACE_US ((WATCH_LATEST_MS + 100) * 1000)

void control_break(worker_t *worker, const char *what)
{
    conn_close(worker->control);
    worker->control = NULL;
    worker->offence = what;
    say_pool(worker->pool, LOG_ERROR, RECENT_FAULT, worker->pid,
             "PERSIST%04d: %s: pid %ld: %s", WIRE_FAULT_PROTOCOL,
             wire_fault_text(WIRE_FAULT_PROTOCOL), (long)worker->pid, what);
    worker_kill(worker, WIRE_FAULT_PROTOCOL);
}

int control_connect(worker_t *worker)
{
    const wire_open_t open = {.version = WIRE_VERSION,
                              .role = WIRE_ROLE_CONTROL};
    persistd_t *pd = worker->pd;
    char path[COMMON_PATH_SIZE];
    if (common_worker_path(path, pd->options.instance, worker->slot,
                           worker->incarnation) != 0)
        return -1;
    worker->control =
        conn_connect(pd->loop, path, &pd->events->control, worker);
    if (!worker->control)
        return -1;
    units_forget(worker);
    conn_send(worker->control, WIRE_OPEN, &open);
    return 0;
}

/* What a script does while it boots is logged as its boot's failure. */
static void kill_refusing(worker_t *worker, int error)
{
    if (worker->state != WORKER_STARTING)
        say_pool(worker->pool, LOG_ERROR, RECENT_FAULT, worker->pid,
                 "pool %s: pid %ld is killed: its socket refuses persistd: %s",
                 worker_script(worker), (long)worker->pid, strerror(error));
    worker_kill(worker, WIRE_FAULT_BOOT_EXIT);
}

/* A worker that has just died refuses connections as well. Its exit status,
 * which will be seen in a moment, says more than our kill would, so we wait a
 * little. A worker in state STOPPING may have closed its socket before it
 * ends. */
void control_open(worker_t *worker)
{
    int64_t now = common_now_us();
    int error = control_connect(worker) == 0 ? 0 : errno;
    if (!control_is_dead(error)) {
        worker->refused_since = 0;
        return;
    }
    if (!worker->refused_since)
        worker->refused_since = now;
    if (now - worker->refused_since >= REFUSED_GRACE_US)
        kill_refusing(worker, error);
    else
        agenda_at(worker->pd, worker->refused_since + REFUSED_GRACE_US);
}

int control_is_dead(int error)
{
    return error == ECONNREFUSED || error == ENOENT || error == EPERM;
}
