/* SPDX-License-Identifier: Apache-2.0 */
/* endpoint.h: a worker's listening socket and the FIFO of its output, under
 * names that no other worker has had. */

#ifndef ENDPOINT_H
#define ENDPOINT_H

#include "state/worker.h"

/* Both are close-on-exec. -1: not open. */
typedef struct endpoint {
    int listener, output;
} endpoint_t;

/* Makes both. Returns 0, or -1 with errno and nothing open; the caller then
 * removes the names. */
int endpoint_open(endpoint_t *endpoint, const worker_t *worker);

/* Closes what is open, and keeps errno. */
void endpoint_close(const endpoint_t *endpoint);

/* Removes both names. */
void endpoint_unlink(const worker_t *worker);

#endif /* ENDPOINT_H */
