/* SPDX-License-Identifier: Apache-2.0 */
/* seats.h: which slot of the table a new worker takes, with which number. */

#ifndef SEATS_H
#define SEATS_H

#include "state/persistd.h"

/* Notes a number that is in use by a worker of ours or of a predecessor. */
void seats_note(persistd_t *pd, uint32_t slot, uint32_t incarnation);

/* Takes a slot for a worker of the pool, its units STARTING, and a number that
 * no socket has. Returns the slot's index, or -1 if there is none. Also returns
 * -1 if the table gave out a slot in which we have a worker; *occupant is that
 * worker, else NULL. */
int seats_take(const struct pool *pool, uint32_t *incarnation,
               struct worker **occupant);

#endif /* SEATS_H */
