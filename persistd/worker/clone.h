/* SPDX-License-Identifier: Apache-2.0 */
/* clone.h: workers that are made by another one's fork, in place of exec.
 *
 * A record of a clone is STARTING and has a source until CLONED has come; then
 * it is a worker like any other. Whatever goes wrong before its READY is no
 * failure of the script: for a while the pool starts its workers by exec. */

#ifndef CLONE_H
#define CLONE_H

#include "worker/worker.h"

/* Finds a worker of the pool that can be copied. NULL: none, with *busy 1 when
 * one has an order already, which is worth waiting for. */
worker_t *clone_source(const struct pool *pool, int *busy);

/* Sends FORK to the source, with the descriptors of the record's sockets.
 * Returns 0, or -1 with errno: the record is the caller's to drop. */
int clone_ask(worker_t *worker, worker_t *source);

/* CLONED came from this one. -1: it was not asked. */
int clone_answered(worker_t *source, int refused);

/* True for a record whose CLONED has not come; gives it up in time. */
int clone_waits(worker_t *worker, int64_t now);

/* This one is about to be freed: orders that it has, or is the subject of, are
 * void. */
void clone_forget(worker_t *worker);

/* No clones for a while. */
void clone_failed(worker_t *worker, const char *why);

#endif /* CLONE_H */
