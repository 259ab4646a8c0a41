/* SPDX-License-Identifier: Apache-2.0 */
/* stop.h: the end of everything, in order. */

#ifndef STOP_H
#define STOP_H

#include "state/persistd.h"

/* httpd is going: new requests are refused (phase), who waits is woken, leases
 * may end within stop_ms, then every worker is killed. When it is told again,
 * the earlier end counts. */
void stop_begin(persistd_t *pd, const char *why);

/* The same, so that a successor can begin anew: leases have ten seconds at
 * most. */
void stop_for_successor(persistd_t *pd, const char *why);

/* Ends the loop when the last worker has gone. */
void stop_tick(persistd_t *pd);

/* Removes files and table. */
void stop_clean(persistd_t *pd);

#endif /* STOP_H */
