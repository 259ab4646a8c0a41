/* SPDX-License-Identifier: Apache-2.0 */
/* units.h: units that httpd has left unfinished. */

#ifndef UNITS_H
#define UNITS_H

#include "state/worker.h"

/* Reads the worker's unit words. For a FINISHING unit, PROBE is sent once on
 * each control connection, and after the pool's hard deadline the worker is
 * killed. A LEASED unit that has not changed for a little longer than that gets
 * it killed as well. A BROKEN worker is one that httpd orders to kill. */
void units_tick(worker_t *worker, int64_t now);

/* IDLE came: the worker has finished its work for this unit. */
void units_idle(worker_t *worker, uint64_t unit);

/* There is a new control connection, on which nothing has been asked yet. */
void units_forget(worker_t *worker);

#endif /* UNITS_H */
