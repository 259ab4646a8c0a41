/* SPDX-License-Identifier: Apache-2.0 */
/* launch.h: makes a worker's socket, its FIFO and its process. */

#ifndef LAUNCH_H
#define LAUNCH_H

#include "worker/worker.h"

/* A worker's descriptors, all close-on-exec here; -1: not open. */
typedef struct launch {
    int listener, output, null;
} launch_t;

/* Makes socket and FIFO. Returns 0, or -1 with errno and nothing open; the
 * names are then the caller's to remove. */
int launch_open(launch_t *launch, const worker_t *worker);

/* Closes what is open; keeps errno. */
void launch_close(const launch_t *launch);

/* Fills pid and output. Returns 0, or -1 with errno; the socket's and FIFO's
 * names are then the caller's to remove. */
int launch_worker(worker_t *worker);

#endif /* LAUNCH_H */
