/* SPDX-License-Identifier: Apache-2.0 */
/* turn.h: what persistd does before each sleep of its loop. */

#ifndef TURN_H
#define TURN_H

#include "state/persistd.h"

/* From now on each turn of the loop ends with the agenda's work. The first turn
 * checks everything. */
void turn_start(persistd_t *pd);

#endif /* TURN_H */
