/* SPDX-License-Identifier: Apache-2.0 */
/* log.h: what a worker prints goes to the error log. */

#ifndef WORKER_LOG_H
#define WORKER_LOG_H

#include "state/worker.h"

/* Opens the reading end of the worker's output, if it is not open. A failure is
 * only logged, once, because a worker can serve without it; but the worker
 * blocks as soon as the FIFO is full, so each tick tries again. */
void worker_log_open(worker_t *worker);

/* Reports the lines of each pool that were dropped after the last one that was
 * written, of its workers' output and of what they log through httpd, and
 * copies for the owner: a pool that has no more lines would never report them.
 * Once a second. */
void worker_log_tick(persistd_t *pd);

#endif /* WORKER_LOG_H */
