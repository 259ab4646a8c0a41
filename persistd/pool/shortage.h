/* SPDX-License-Identifier: Apache-2.0 */
/* shortage.h: what happens when PersistMaxWorkers is reached (decide/preempt.h
 * chooses). */

#ifndef SHORTAGE_H
#define SHORTAGE_H

#include "state/pool.h"

/* How many workers this pool may start, with so many waiting requests: the free
 * places without those for which poorer pools wait. */
uint32_t shortage_room(const pool_t *pool, uint32_t waiting);

/* The pool lacks places for `shortage` workers, so workers of other pools
 * leave. 0: it lacks none. Part of pool_reconcile(). */
void shortage_reconcile(pool_t *pool, uint32_t shortage, int64_t now);

/* The pool lacks a place and makes it itself: it waits for it like others, but
 * no worker of another pool leaves. Part of reload_step(). */
void shortage_wait(pool_t *pool, int64_t now);

#endif /* SHORTAGE_H */
