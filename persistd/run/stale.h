/* SPDX-License-Identifier: Apache-2.0 */
/* stale.h: instances of servers that were killed together with their
 * persistd. */

#ifndef STALE_H
#define STALE_H

#include "state/persistd.h"

/* Once a minute: removes each instance from PersistRuntimeDir whose lock is
 * free, whose parent process is gone, and in which no worker listens. Workers
 * that still listen are asked to leave. Nothing is killed. Instances of a
 * user's own persistd have no parent process: those go that the link `current`
 * beside them does not name. */
void stale_tick(persistd_t *pd);

/* The same at once, to make room for a new table. */
void stale_clean(persistd_t *pd);

#endif /* STALE_H */
