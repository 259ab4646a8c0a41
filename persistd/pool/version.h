/* SPDX-License-Identifier: Apache-2.0 */
/* version.h: which code a pool's workers have.
 *
 * A number stands for the code. At first it is the version of the script's
 * file; when another loaded file changes, it is a new number. pool->wanted is
 * the number for new workers, pool->version that of the workers that serve.
 * They differ only with PersistReload rolling, while new workers start
 * (pool/reload.h). */

#ifndef VERSION_H
#define VERSION_H

#include "state/pool.h"
#include "state/worker.h"

/* Notes the version of the script's file. If it has changed, workers of older
 * versions leave, at once or as PersistReload says, and failed boots of the old
 * script are forgotten. */
void version_set(pool_t *pool, uint64_t version);

/* A file that the workers have loaded has changed. */
void version_changed(pool_t *pool);

/* True while old code serves and new code starts. */
int version_is_changing(const pool_t *pool);

/* Makes the new code serve from now on. */
void version_change(pool_t *pool);

/* Lets workers leave whose code neither serves nor will serve. Returns how many
 * of them were still starting. */
uint32_t version_leave_outdated(const pool_t *pool);

/* True if the worker was started from code that is no longer wanted. */
int version_is_outdated(const worker_t *worker);

#endif /* VERSION_H */
