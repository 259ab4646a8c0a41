/* SPDX-License-Identifier: Apache-2.0 */
/* ghosts.h: places in queues that belong to nobody. */

#ifndef GHOSTS_H
#define GHOSTS_H

#include "state/pool.h"

/* Once a second: gives back the pool's cells in which no thread waits. */
void ghosts_tick(pool_t *pool);

#endif /* GHOSTS_H */
