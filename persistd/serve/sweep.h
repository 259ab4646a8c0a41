/* SPDX-License-Identifier: Apache-2.0 */
/* sweep.h: leases and queue places of httpd children that have died. */

#ifndef SWEEP_H
#define SWEEP_H

#include "state/persistd.h"

/* The child's presence connection has ended: looks now, and by the clock until
 * the lock says that it is dead. */
void sweep_suspect(persistd_t *pd, uint32_t owner);

/* By the clock: suspects, and every owner that holds or waits for anything. */
void sweep_tick(persistd_t *pd);

#endif /* SWEEP_H */
