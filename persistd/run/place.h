/* SPDX-License-Identifier: Apache-2.0 */
/* place.h: what this persistd owns: its directory, its lock, the table, and the
 * file with the locks of httpd's children. If one of them is lost, it is not
 * replaced alone. A new lock file, for example, has no locks, so every living
 * child would look dead, and its leases would be given to others. */

#ifndef PLACE_H
#define PLACE_H

#include "state/persistd.h"

/* Takes over what a predecessor has left if it is intact, else makes
 * everything. Returns 0, or a wire_fault_t with *text set (the caller frees
 * it). */
int place_open(persistd_t *pd, char **text);

/* Once a second: ends this persistd if a part has been removed or replaced. Its
 * successor makes everything again. */
void place_tick(persistd_t *pd);

#endif /* PLACE_H */
