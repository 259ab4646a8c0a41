/* SPDX-License-Identifier: Apache-2.0 */
/* start.h: starts a worker, by exec or as a clone. */

#ifndef WORKER_START_H
#define WORKER_START_H

#include "state/pool.h"
#include "state/worker.h"

/* Starts a worker of the pool, whose script has just been looked at. source:
 * the worker that forks it; NULL: start by exec. replacement: it replaces a
 * worn worker. Returns 0, or -1 if the table has no slot, no clone can be made,
 * or its process cannot be made. In the last case *why is set, and the caller
 * frees it. */
int worker_start(pool_t *pool, worker_t *source, int replacement, char **why);

#endif /* WORKER_START_H */
