/* SPDX-License-Identifier: Apache-2.0 */
/* end.h: the end of a worker's process, and of its record. */

#ifndef END_H
#define END_H

#include "state/worker.h"

/* All whose process has ended: reaped, judged, freed, and told to their pools.
 */
void worker_end_all(persistd_t *pd);

/* Its pool goes: it gives its slot up, and stays as a straggler until it has
 * ended. It has been sent STOP, and no request is with it. */
void worker_detach(worker_t *worker);

/* Frees slot, files and record: nothing of the worker is there any more. */
void worker_drop(worker_t *worker);

#endif /* END_H */
