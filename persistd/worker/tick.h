/* SPDX-License-Identifier: Apache-2.0 */
/* tick.h: the looks at a worker that are due. */

#ifndef TICK_H
#define TICK_H

#include "state/worker.h"

/* Does what has to be done to it by now. It may have been freed afterwards. */
void worker_tick(worker_t *worker, int64_t now);

/* All workers, or those that are marked. */
void worker_tick_all(persistd_t *pd);
void worker_tick_marked(persistd_t *pd);

/* Sets idle_since of a READY one. Idle: every unit is free, and it has served
 * nothing since the last look. */
void worker_tick_idle(worker_t *worker, int64_t now);

#endif /* TICK_H */
