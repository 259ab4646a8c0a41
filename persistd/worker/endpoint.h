/* SPDX-License-Identifier: Apache-2.0 */
/* endpoint.h: where a worker is reached and heard: its listening socket and the
 * FIFO of its output, under names that nobody else has had. */

#ifndef ENDPOINT_H
#define ENDPOINT_H

#include "state/worker.h"

/* Both are close-on-exec here; -1: not open. */
typedef struct endpoint {
    int listener, output;
} endpoint_t;

/* Makes both. Returns 0, or -1 with errno and nothing open; the names are then
 * the caller's to remove. */
int endpoint_open(endpoint_t *endpoint, const worker_t *worker);

/* Closes what is open; keeps errno. */
void endpoint_close(const endpoint_t *endpoint);

/* Removes the names. */
void endpoint_unlink(const worker_t *worker);

#endif /* ENDPOINT_H */
