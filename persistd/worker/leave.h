/* SPDX-License-Identifier: Apache-2.0 */
/* leave.h: the ways to end a worker. Each moves it to its next state and marks
 * it; worker/end.c frees it, when its process has ended. */

#ifndef LEAVE_H
#define LEAVE_H

#include "state/worker.h"

/* It takes no more requests, and is sent STOP as soon as no request is with it:
 * at once, perhaps. */
void worker_leave(worker_t *worker);

/* The same, also for one that leaves already; at the deadline (µs) it is
 * killed, with the requests that it still has. */
void worker_leave_by(worker_t *worker, int64_t deadline);

/* No request is with it. It has PersistStopTimeout to end. */
void worker_stop(worker_t *worker);

/* Kills it with its process group. fault: what to tell the pool if it has not
 * been READY, else 0. */
void worker_kill(worker_t *worker, int fault);

/* Out of the table: no further request comes to it. Returns 1 while one is with
 * it. */
int worker_take_out(worker_t *worker);

#endif /* LEAVE_H */
