/* SPDX-License-Identifier: Apache-2.0 */
/* log.h: what a worker prints goes to the error log. */

#ifndef WORKER_LOG_H
#define WORKER_LOG_H

#include "state/worker.h"

/* Opens the reading end of the worker's output, if it is not open. A failure is
 * only logged, once, because a worker can serve without it; but the worker
 * blocks as soon as the FIFO is full, so each tick tries again. */
void worker_log_open(worker_t *worker);

#endif /* WORKER_LOG_H */
