/* SPDX-License-Identifier: Apache-2.0 */
/* deadline.c: LATE from httpd becomes DEADLINE for the worker, and a signal
 * behind it: most workers don't look at their control connection while the
 * script computes. Which request is meant the frame says, and nothing else; so
 * a signal that comes too late interrupts nobody.
 * Why: docs/decisions/soft-deadline.md */

#include "serve/deadline.h"

#include "os/watch.h"
#include "state/worker.h"

/* One that has not read what it was told before is told nothing more. */
static int can_be_told(const worker_t *worker)
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
    if (!worker || !can_be_told(worker))
        return;
    conn_send(worker->control, WIRE_DEADLINE, &deadline);
    if (worker->signal && worker->watch)
        watch_signal(worker->watch, worker->signal);
}
