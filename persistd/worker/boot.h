/* SPDX-License-Identifier: Apache-2.0 */
/* boot.h: a start, from READY to the first request. */

#ifndef BOOT_H
#define BOOT_H

#include "state/worker.h"

/* Exit status of persist-exec when there was nothing to execute; a script that
 * ends so before READY is told as one that could not be started. */
#define BOOT_EXEC_STATUS 126

/* True for a READY that is said again and is another one. The worker serves by
 * what it said first. */
int boot_contradicts(const worker_t *worker, const wire_ready_t *ready);

/* READY came: it serves when its pool has checked its code (boot_open()). */
void boot_ready(worker_t *worker, const wire_ready_t *ready);

/* Its code is the one that is wanted: from now on it takes requests. */
void boot_open(worker_t *worker);

/* LEAVING came: the script goes of its own accord. */
void boot_leaving(worker_t *worker);

#endif /* BOOT_H */
