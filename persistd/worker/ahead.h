/* SPDX-License-Identifier: Apache-2.0 */
/* ahead.h: the second unit of a worker that runs one request at a time. While
 * it is offered, httpd sends the worker its next request before it is done with
 * the last one. Workers whose READY has WIRE_FEATURE_AHEAD have such a unit.
 * Why: docs/decisions/one-request-ahead.md */

#ifndef WORKER_AHEAD_H
#define WORKER_AHEAD_H

#include "state/worker.h"

/* How many units the worker needs in the table: its capacity, or one more. */
uint32_t ahead_units(const worker_t *worker);

/* True if it has got a second unit. */
int ahead_has_second(const worker_t *worker);

/* The READY worker offers its second unit, or no longer. Does nothing for a
 * worker without one, and nothing now for a unit that has a request: the caller
 * tries again. */
void ahead_set(worker_t *worker, int wanted);

/* The worker has been adopted: notes what the table shows. */
void ahead_adopt(worker_t *worker);

#endif /* WORKER_AHEAD_H */
