/* SPDX-License-Identifier: Apache-2.0 */
/* memory.h: workers wear out: by requests, by age, and by what they keep. */

#ifndef MEMORY_H
#define MEMORY_H

#include "state/worker.h"

/* Weighs the worker, once a second, and counts its requests and years. One that
 * has reached a limit is marked as worn, so that the plan replaces it; one
 * above the hard limit of memory is killed, and its requests are told why. */
void memory_tick(worker_t *worker, int64_t now);

#endif /* MEMORY_H */
