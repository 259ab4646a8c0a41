/* SPDX-License-Identifier: Apache-2.0 */
/* slots_world.h: what the actors of a scene share, beside the table. */

#ifndef SLOTS_MODEL_WORLD_H
#define SLOTS_MODEL_WORLD_H

#include "slots_lease.h"
#include "slots_run.h"

#define OWNER(actor) ((uint32_t)(actor) + 1)
#define VERSION 7u
/* The features of a worker, by its incarnation. */
#define FEATURES(incarnation) (((incarnation)-1) * 9u)
#define FAULT(incarnation) ((incarnation) + 4000u)

extern slots_table_t table;
/* The holders of units 0, 1 and 2 of one worker, or of two workers, as the
 * witness sees them. */
extern int holders[3];
extern _Atomic uint32_t nudge; /* persistd sleeps on it */
extern int served;             /* a request has reported its end */
/* Where the units of the scene's workers are. */
extern slots_run_t (*run_of)(uint32_t slot, uint32_t units);

extern uint64_t generation;   /* of the pool */
extern slots_lease_t held[2]; /* of actors 0 and 1 from the start */

/* Begins a scene with workers that have the units of those that get requests
 * ahead, and offer some. */
void prepare_offering(uint32_t workers, uint32_t offered);

/* Checks that no other thread has the unit, and releases it. */
void use(const slots_lease_t *lease);

/* A thread that has used its unit releases it. */
void let_go(const slots_lease_t *lease);

/* persistd: replaces a BROKEN worker. Returns 0 if there is nothing to do. */
int world_recycle(void);

#endif /* SLOTS_MODEL_WORLD_H */
