/* SPDX-License-Identifier: Apache-2.0 */
/* ahead.h: the further units of a worker that runs one request at a time. While
 * they are offered, httpd sends the worker its next requests before it is done
 * with the last one. Workers whose READY has WIRE_FEATURE_AHEAD have such
 * units. Why: docs/decisions/requests-ahead.md */

#ifndef WORKER_AHEAD_H
#define WORKER_AHEAD_H

#include "state/worker.h"

/* How many units the worker needs in the table: its capacity, or more. */
uint32_t ahead_units(const worker_t *worker);

/* True if it has got units for requests ahead. */
int ahead_has_units(const worker_t *worker);

/* The READY worker offers so many units beyond its capacity, SLOTS_AHEAD_UNITS
 * - 1 at most. Does nothing for a worker without such units. A unit that has a
 * request is not withdrawn, nor does anything change while one is FINISHING:
 * the caller tries again. */
void ahead_set(worker_t *worker, uint32_t wanted);

/* The worker has been adopted: notes what the table shows. */
void ahead_adopt(worker_t *worker);

#endif /* WORKER_AHEAD_H */
