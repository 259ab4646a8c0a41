/* SPDX-License-Identifier: Apache-2.0 */
/* stop.h: the orderly end of persistd and its workers. */

#ifndef STOP_H
#define STOP_H

#include "state/persistd.h"

/* httpd stops. New requests are refused (by the phase in the table), waiting
 * ones are woken, and leases may end within stop_ms. Then every worker is
 * killed. If this is called again, the earlier time holds. */
void stop_begin(persistd_t *pd, const char *why);

/* The same, but so that a successor can start: leases have ten seconds at
 * most. */
void stop_for_successor(persistd_t *pd, const char *why);

/* Kills workers when it is time, and ends the loop when no worker is left. */
void stop_tick(persistd_t *pd);

/* Removes the files and the table. */
void stop_clean(persistd_t *pd);

#endif /* STOP_H */
