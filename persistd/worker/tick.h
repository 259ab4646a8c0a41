/* SPDX-License-Identifier: Apache-2.0 */
/* tick.h: the checks of a worker that are due. */

#ifndef TICK_H
#define TICK_H

#include "state/worker.h"

/* Does what is due for the worker. That may free it. */
void worker_tick(worker_t *worker, int64_t now);

/* Ticks all workers. */
void worker_tick_all(persistd_t *pd);

/* Ticks the marked workers. A worker that is marked meanwhile is ticked in the
 * next turn. */
void worker_tick_marked(persistd_t *pd);

/* Sets idle_since of a READY worker. Idle means that every unit is free, and no
 * request was served since the last check. */
void worker_tick_idle(worker_t *worker, int64_t now);

#endif /* TICK_H */
