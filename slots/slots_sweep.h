/* SPDX-License-Identifier: Apache-2.0 */
/* slots_sweep.h: clears what a dead httpd child left in the table. */

#ifndef SLOTS_SWEEP_H
#define SLOTS_SWEEP_H

#include "slots_table.h"

/* Called by the process that holds this dead child's byte of owners.lock: the
 * child that took the index over, before its threads start. Other processes
 * call slots_sweep_dead(). The dead child's leases turn FINISHING and its cells
 * GONE, and the queues are woken. Returns the number of leases; the caller
 * nudges persistd when it is not 0. */
uint32_t slots_sweep(slots_table_t *table, uint32_t owner);

/* persistd: sweeps the child if it is dead. Holds the child's byte of
 * owners.lock meanwhile, so that no new child can take the index and lose its
 * own leases to a sweep that was meant for the dead one. Returns 1 swept, 0
 * alive, -1 with errno of fcntl. */
int slots_sweep_dead(slots_table_t *table, int owners_fd, uint32_t owner);

#endif /* SLOTS_SWEEP_H */
