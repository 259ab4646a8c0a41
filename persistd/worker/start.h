/* SPDX-License-Identifier: Apache-2.0 */
/* start.h: a worker comes into the world, by exec or as a copy. */

#ifndef WORKER_START_H
#define WORKER_START_H

#include "state/pool.h"
#include "state/worker.h"

/* Starts a worker of the pool, whose script has just been looked at. source:
 * the one that it is to be a copy of; NULL: by exec. replacement: to replace a
 * worn one. Returns 0, or -1 when the table has no slot, no copy can be made,
 * or (with *why set, for free()) its process can't be made. */
int worker_start(pool_t *pool, worker_t *source, int replacement, char **why);

#endif /* WORKER_START_H */
