/* SPDX-License-Identifier: Apache-2.0 */
/* memory.h: workers wear out, by requests, by age and by memory. */

#ifndef MEMORY_H
#define MEMORY_H

#include "state/worker.h"

/* Checks the worker's memory (once a second), its requests and its age. A
 * worker that has reached a limit is marked as worn, and the plan replaces it.
 * A worker above the hard memory limit is killed, and its requests get that as
 * the reason. */
void memory_tick(worker_t *worker, int64_t now);

#endif /* MEMORY_H */
