/* SPDX-License-Identifier: Apache-2.0 */
/* leave.h: the ways to end a worker. Each one moves it to its next state and
 * marks it. worker/end.c frees it when its process has ended. */

#ifndef LEAVE_H
#define LEAVE_H

#include "state/worker.h"

/* The worker takes no more requests. STOP is sent when it has none left,
 * perhaps at once. */
void worker_leave(worker_t *worker);

/* The same, also for a worker that leaves already. At the earliest such
 * deadline (µs) it is killed, together with its remaining requests. */
void worker_leave_by(worker_t *worker, int64_t deadline);

/* Sends STOP to a worker that has no request. It has PersistStopTimeout to
 * end. */
void worker_stop(worker_t *worker);

/* Kills the worker and its process group. fault: the reason for the pool, if
 * the worker has not been READY; else 0. */
void worker_kill(worker_t *worker, int fault);

/* Kills a worker that leaves or has been sent STOP, and whose time is over. The
 * log says what it has not ended: its requests, or itself. */
void worker_kill_late(worker_t *worker);

/* Takes the worker out of the table, so that it gets no more requests. Returns
 * 1 while it still has one. */
int worker_take_out(worker_t *worker);

#endif /* LEAVE_H */
