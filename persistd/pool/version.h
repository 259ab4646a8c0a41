/* SPDX-License-Identifier: Apache-2.0 */
/* version.h: which code a pool's workers have.
 *
 * A number stands for the code: at first the version of the script's file; when
 * a file that it loads has changed, a new one. pool->wanted is that of workers
 * to be started, pool->version that of the ones which serve; they differ only
 * with PersistReload rolling, while new workers come up (pool/reload.h). */

#ifndef VERSION_H
#define VERSION_H

#include "state/pool.h"
#include "state/worker.h"

/* The script's file is in this version. When that is another one, workers of
 * older versions leave, at once or as PersistReload says, and the old script's
 * failures to boot are forgotten. */
void version_set(pool_t *pool, uint64_t version);

/* Some of what the workers have loaded is another one now. */
void version_changed(pool_t *pool);

/* True while old code serves and new code comes up. */
int version_is_changing(const pool_t *pool);

/* The new code serves from now on. */
void version_change(pool_t *pool);

/* Workers whose code neither serves nor will leave. Returns how many of them
 * were still starting. */
uint32_t version_leave_outdated(const pool_t *pool);

/* The worker has been started from code that is not wanted any more. */
int version_is_outdated(const worker_t *worker);

#endif /* VERSION_H */
