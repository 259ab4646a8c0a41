/* SPDX-License-Identifier: Apache-2.0 */
/* shortage.h: what happens when PersistMaxWorkers is reached (preempt.h
 * decides). */

#ifndef SHORTAGE_H
#define SHORTAGE_H

#include "state/pool.h"

/* Workers that this pool, in which so many requests wait, may still start:
 * places that are free, without those that poorer pools are waiting for. */
uint32_t shortage_room(const pool_t *pool, uint32_t waiting);

/* The pool would start so many workers if there were room: others make it. Part
 * of pool_reconcile(). */
void shortage_reconcile(pool_t *pool, uint32_t lacking, int64_t now);

/* It makes room itself: it takes its place in the line for it, and no worker of
 * another pool leaves. Part of reload_step(). */
void shortage_wait(pool_t *pool, int64_t now);

#endif /* SHORTAGE_H */
