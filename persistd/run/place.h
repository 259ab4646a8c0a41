/* SPDX-License-Identifier: Apache-2.0 */
/* place.h: where this persistd lives: its directory, its lock, the table and
 * the file with the locks of httpd's children. They belong together: of what is
 * lost nothing is made anew for the others. A new lock file holds no locks, so
 * every child that lives would be taken for dead, and what it has leased would
 * be given to somebody else. */

#ifndef PLACE_H
#define PLACE_H

#include "state/persistd.h"

/* Takes what a predecessor has left, if it is whole, else makes all of it.
 * Returns 0, or a wire_fault_t with *text set (for free()). */
int place_open(persistd_t *pd, char **text);

/* By the clock: ends this persistd when a part of it has been removed or
 * replaced; its successor makes all of it anew. */
void place_tick(persistd_t *pd);

#endif /* PLACE_H */
