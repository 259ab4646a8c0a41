/* SPDX-License-Identifier: Apache-2.0 */
/* stale.h: instances of servers that were killed, with persistd and all. */

#ifndef STALE_H
#define STALE_H

#include "state/persistd.h"

/* By the clock, once a minute: removes, from PersistRuntimeDir, each instance
 * whose lock nobody holds, whose parent process has gone, and in which no
 * worker listens any more; workers that still do are told to leave. Nothing is
 * killed. */
void stale_tick(persistd_t *pd);

/* The same at once, for who needs the room that they take. */
void stale_clean(persistd_t *pd);

#endif /* STALE_H */
