/* SPDX-License-Identifier: Apache-2.0 */
/* orphans.h: processes that became our children because a worker left them
 * behind when it died. */

#ifndef ORPHANS_H
#define ORPHANS_H

#include "state/persistd.h"

/* Reaps those that have ended, but no workers. */
void orphans_reap(persistd_t *pd);

/* Reaps them at each SIGCHLD. Returns 0, or a libuv error. */
int orphans_watch(persistd_t *pd);

#endif /* ORPHANS_H */
