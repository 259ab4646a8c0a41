/* SPDX-License-Identifier: Apache-2.0 */
/* deadline.c: turns LATE from httpd into DEADLINE for the worker, followed by a
 * signal, because most workers do not read their control connection while the
 * script computes. Only the frame names the request, so a signal that comes too
 * late interrupts nothing.
 * Why: docs/decisions/soft-deadline.md */

#include "serve/deadline.h"

#include "os/watch.h"
#include "state/worker.h"

/* A worker that has not read the last frame gets no further one. */
static int reads_control(const worker_t *worker)
{
    return (worker->state == WORKER_READY || worker->state == WORKER_LEAVING) &&
           worker->control && conn_pending(worker->control) == 0;
}

void deadline_late(persistd_t *pd, const wire_late_t *late)
{
    const wire_deadline_t deadline = {late->request_id};
    worker_t *worker = pd->workers;
    while (worker && !(worker->seated && worker->slot == late->slot &&
                       worker->incarnation == late->incarnation))
        worker = worker->next;
    if (!worker || !reads_control(worker))
        return;
    conn_send(worker->control, WIRE_DEADLINE, &deadline);
    if (worker->signal && worker->watch)
        watch_signal(worker->watch, worker->signal);
}
