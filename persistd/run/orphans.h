/* SPDX-License-Identifier: Apache-2.0 */
/* orphans.h: processes that a worker left behind when it died, and that became
 * our children by that. */

#ifndef ORPHANS_H
#define ORPHANS_H

#include "state/persistd.h"

/* Reaps those that have ended. Workers are left to their watches. */
void orphans_reap(persistd_t *pd);

/* Does so at each SIGCHLD. Returns 0, or a libuv error. */
int orphans_watch(persistd_t *pd);

#endif /* ORPHANS_H */
