/* SPDX-License-Identifier: Apache-2.0 */
/* sweep.h: frees leases and queue places of dead child processes of httpd. */

#ifndef SWEEP_H
#define SWEEP_H

#include "state/persistd.h"

/* A child's presence connection has ended: checks now, and again in the next
 * moments, whether the lock shows that it is dead. */
void sweep_suspect(persistd_t *pd, uint32_t owner);

/* Once a second: checks suspects, and every child that has a lease or waits. */
void sweep_tick(persistd_t *pd);

#endif /* SWEEP_H */
