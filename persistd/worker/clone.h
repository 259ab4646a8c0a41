/* SPDX-License-Identifier: Apache-2.0 */
/* clone.h: workers that are made by another one's fork, in place of exec.
 *
 * A record of a clone is STARTING and has a source until CLONED has come; then
 * it is a worker like any other. Whatever goes wrong before its READY is no
 * failure of the script: for a while the pool starts its workers by exec. */

#ifndef CLONE_H
#define CLONE_H

#include "state/pool.h"
#include "state/worker.h"

/* Sends FORK to the source, with the descriptors of the record's sockets.
 * Returns 0, or -1 with errno: the record is the caller's to drop. */
int clone_ask(worker_t *worker, worker_t *source);

/* CLONED came from this one. -1: it was not asked. */
int clone_answered(worker_t *source, int refused);

/* No clone comes of this record: why is logged, and the next tick frees it. */
void clone_give_up(worker_t *worker, const char *why);

/* This one is about to be freed: orders that it has, or is the subject of, are
 * void. */
void clone_forget(worker_t *worker);

/* Its workers are started by exec for a while. pool: NULL is fine. */
void clone_failed(pool_t *pool, const char *why);

#endif /* CLONE_H */
