/* SPDX-License-Identifier: Apache-2.0 */
/* roll.h: new workers for old ones, one by one, while the pool serves: a new
 * one is READY before an old one leaves, when there is room for it. */

#ifndef ROLL_H
#define ROLL_H

#include "pool.h"

typedef struct roll_facts {
    uint32_t outgoing; /* READY ones that are to be replaced */
    uint32_t starting; /* their successors, not yet READY */
    uint32_t leaving;  /* of all pools: they will make room */
    uint32_t room;     /* workers that may still be started, by all pools */
    int held;          /* back-off: no start now */
} roll_facts_t;

typedef enum roll_step { ROLL_WAIT, ROLL_START, ROLL_LEAVE } roll_step_t;

/* What to do next. Without room an old one leaves first: requests then wait
 * for its successor. Pure. */
roll_step_t roll_plan(const roll_facts_t *facts);

/* From now on the pool's workers are to be replaced. Returns their number. */
uint32_t roll_begin(pool_t *pool);

/* Goes on; room: as in roll_facts. For pool_look(). */
void roll_look(pool_t *pool, uint32_t room);

/* A worker of the pool has become READY: an old one leaves for it. */
void roll_ready(pool_t *pool);

/* A successor could not be started: the old ones stay. */
void roll_abort(pool_t *pool);

#endif /* ROLL_H */
