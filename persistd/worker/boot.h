/* SPDX-License-Identifier: Apache-2.0 */
/* boot.h: a worker's start, from READY to its first request. */

#ifndef BOOT_H
#define BOOT_H

#include "state/worker.h"

/* Exit status of persist-exec if nothing could be executed. A script that ends
 * with it before READY is reported as one that could not be started. */
#define BOOT_EXEC_STATUS 126

/* Exit status of a runner that has loaded the file and found no application in
 * it. */
#define BOOT_NO_APPLICATION_STATUS 125

/* True for a repeated READY that differs from the first one. The worker serves
 * by its first READY. */
int boot_contradicts(const worker_t *worker, const wire_ready_t *ready);

/* READY came. The worker serves after its pool has checked its code
 * (boot_open()). */
void boot_ready(worker_t *worker, const wire_ready_t *ready);

/* The code is the wanted one, so the worker takes requests from now on. */
void boot_open(worker_t *worker);

/* LEAVING came: the script ends of its own accord. */
void boot_leaving(worker_t *worker);

#endif /* BOOT_H */
