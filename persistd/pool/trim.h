/* SPDX-License-Identifier: Apache-2.0 */
/* trim.h: applies a lowered PersistMaxWorkers to the workers that run
 * (decide/surplus.h chooses which of them leave). */

#ifndef TRIM_H
#define TRIM_H

#include "state/persistd.h"

/* Lets the surplus workers leave: idle ones end at once, busy ones after the
 * requests that they have. */
void trim_tick(persistd_t *pd);

#endif /* TRIM_H */
