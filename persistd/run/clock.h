/* SPDX-License-Identifier: Apache-2.0 */
/* clock.h: looks around at least once a second, and whenever something that
 * was announced is due. All looks are level-triggered: one too many does no
 * harm, and a lost message costs a second at most. */

#ifndef CLOCK_H
#define CLOCK_H

#include "state/persistd.h"

#define CLOCK_PERIOD_US 1000000

void clock_start(persistd_t *pd);

/* Look around at `when` (CLOCK_MONOTONIC, µs) if not before. */
void clock_due(persistd_t *pd, int64_t when);

/* CLOCK_REALTIME in µs since the epoch: the clock of files. */
int64_t clock_wall_us(void);

#endif /* CLOCK_H */
