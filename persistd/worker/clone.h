/* SPDX-License-Identifier: Apache-2.0 */
/* clone.h: workers that are made by the fork of another worker instead of by
 * exec.
 *
 * The record of a clone is STARTING and has a source until CLONED has come.
 * After that it is a worker like any other. A fault before its READY does not
 * count against the script; the pool starts its workers by exec for a while. */

#ifndef CLONE_H
#define CLONE_H

#include "state/pool.h"
#include "state/worker.h"

/* Sends FORK to the source, with the descriptors of the record's sockets.
 * Returns 0, or -1 with errno; then the caller drops the record. */
int clone_ask(worker_t *worker, worker_t *source);

/* CLONED came from this worker. Returns -1 if it was not asked for a clone. */
int clone_answered(worker_t *source, int refused);

/* Gives up the clone of this record. Logs why; the next tick frees the
 * record. */
void clone_give_up(worker_t *worker, const char *why);

/* Cancels the orders that this worker has, or that would make it, because it is
 * about to be freed. */
void clone_forget(worker_t *worker);

/* Makes the pool start its workers by exec for a while. pool may be NULL. */
void clone_failed(pool_t *pool, const char *why);

#endif /* CLONE_H */
