/* SPDX-License-Identifier: Apache-2.0 */
/* launch.h: makes a worker's socket, its FIFO and its process. */

#ifndef LAUNCH_H
#define LAUNCH_H

#include "worker.h"

/* Fills pid and output. Returns 0, or -1 with errno; the socket's and FIFO's
 * names are then the caller's to remove. */
int launch_worker(worker_t *worker);

#endif /* LAUNCH_H */
