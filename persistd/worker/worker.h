/* SPDX-License-Identifier: Apache-2.0 */
/* worker.h: a worker's way from state to state (state/worker.h). */

#ifndef WORKER_H
#define WORKER_H

#include "state/worker.h"

/* Starts a worker of the pool, whose script has just been looked at; relief: to
 * replace a worn one. Returns 0, or -1 when none could be started (the pool
 * then knows why, and backs off) or the table has no slot. */
int worker_start(struct pool *pool, int relief);

/* Opens the reading end of its output; a worker without is worse than none,
 * but it serves. */
void worker_listen(worker_t *worker);

/* Takes the names of its socket and FIFO away. */
void worker_unlink(const worker_t *worker);

/* Its pool goes: it gives its slot up, and stays as a straggler until it has
 * ended. It has been told to STOP, and no request is with it. */
void worker_part(worker_t *worker);

/* Frees slot, files and record: nothing of the worker is there any more. */
void worker_drop(worker_t *worker);

/* It takes no more requests, and is told to STOP when those it has are over.
 */
void worker_leave(worker_t *worker);

/* The same, also for one that leaves already; at the deadline (µs) it is
 * killed, with the requests that it still has. */
void worker_leave_by(worker_t *worker, int64_t deadline);

/* Kills it with its process group. fault: what to tell the pool if it was
 * STARTING, else 0. */
void worker_kill(worker_t *worker, int fault);

/* The watch's callback: the process has ended. Frees the worker. */
void worker_ended(void *owner);

/* Sets idle_since of a READY one. Idle: every unit is free, and it has served
 * nothing since the last look. */
void worker_look_idle(worker_t *worker, int64_t now);

void worker_look(worker_t *worker, int64_t now);
void worker_look_all(persistd_t *pd); /* those of no pool */

#endif /* WORKER_H */
