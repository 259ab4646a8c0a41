/* SPDX-License-Identifier: Apache-2.0 */
/* reload.h: which code a pool's workers have, and how it changes.
 *
 * A number stands for the code: at first the version of the script's file; when
 * a file that it loads has changed, a new one. pool->wanted is that of workers
 * to be started, pool->version that of the ones which serve; they differ only
 * with PersistReload rolling, while new workers come up. */

#ifndef RELOAD_H
#define RELOAD_H

#include "pool/pool.h"
#include "worker/worker.h"

/* Some of what the workers have loaded is another one now. */
void reload_changed(pool_t *pool);

/* True while old code serves and new code comes up. */
int reload_pending(const pool_t *pool);

/* Takes the next step towards the new code. Part of pool_look(). */
void reload_look(pool_t *pool, int64_t now);

/* The worker has been started from code that is not wanted any more. */
int reload_is_outdated(const worker_t *worker);

#endif /* RELOAD_H */
