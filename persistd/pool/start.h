/* SPDX-License-Identifier: Apache-2.0 */
/* start.h: a pool's workers are started. */

#ifndef POOL_START_H
#define POOL_START_H

#include "state/pool.h"

/* Starts so many at most; replacement: to replace worn ones. Returns 1 when
 * some are put off for a moment: the script is being looked at, or the only
 * worker that can be copied is being copied. */
int pool_start_workers(pool_t *pool, uint32_t count, int replacement,
                       int64_t now);

#endif /* POOL_START_H */
