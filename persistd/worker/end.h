/* SPDX-License-Identifier: Apache-2.0 */
/* end.h: the end of a worker's process and of its record. */

#ifndef END_H
#define END_H

#include "state/worker.h"

/* Reaps and judges all workers whose process has ended, frees them, and reports
 * to their pools. */
void worker_end_all(persistd_t *pd);

/* The worker's pool is about to be removed: gives up the slot and makes the
 * worker a straggler until it has ended. STOP has been sent, and it has no
 * request. */
void worker_detach(worker_t *worker);

/* Frees the slot, the files and the record of a worker that has no process. */
void worker_drop(worker_t *worker);

#endif /* END_H */
