/* SPDX-License-Identifier: Apache-2.0 */
/* seats.h: which place in the table a new worker takes, under which number. */

#ifndef SEATS_H
#define SEATS_H

#include "state/persistd.h"

/* A number that is in use, by a worker of ours or of a predecessor. */
void seats_note(persistd_t *pd, uint32_t slot, uint32_t incarnation);

/* A slot for a worker of the pool, its units STARTING, with a number that no
 * socket has. Returns its index, or -1 when there is none; or when the table
 * has given out one that a worker of ours is in, the occupant (else NULL). */
int seats_take(const struct pool *pool, uint32_t *incarnation,
               struct worker **occupant);

#endif /* SEATS_H */
