/* SPDX-License-Identifier: Apache-2.0 */
/* units.h: units that httpd has left in the middle of something. */

#ifndef UNITS_H
#define UNITS_H

#include "state/worker.h"

/* Reads the worker's unit words: FINISHING ones are asked for (PROBE), at once
 * and again only on another control connection, and after the pool's hard
 * deadline the worker is killed, as it is for a LEASED one that has not changed
 * for a little longer; BROKEN ones are httpd's order to kill it. */
void units_tick(worker_t *worker, int64_t now);

/* The worker's answer: nothing of this unit is running any more. */
void units_idle(worker_t *worker, uint64_t unit);

/* The control connection is another one: nothing is asked on it yet. */
void units_forget(worker_t *worker);

#endif /* UNITS_H */
