/* SPDX-License-Identifier: Apache-2.0 */
/* start.h: starts a pool's workers. */

#ifndef POOL_START_H
#define POOL_START_H

#include "state/pool.h"

/* Starts `count` workers at most. replacement: they replace worn ones. Returns
 * 1 if some are delayed for a moment, because the script is being looked at, or
 * the only worker that can be cloned is being cloned. */
int pool_start_workers(pool_t *pool, uint32_t count, int replacement,
                       int64_t now);

#endif /* POOL_START_H */
