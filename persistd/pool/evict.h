/* SPDX-License-Identifier: Apache-2.0 */
/* evict.h: which pool gives its place in the table to another one. */

#ifndef EVICT_H
#define EVICT_H

#include "pool/pool.h"

/* What is lost with a pool that gives its place away, the least first. */
typedef enum worth {
    WORTH_NOTHING,
    WORTH_WORKERS, /* idle ones: the next request waits for a start */
    WORTH_BACKOFF, /* it would be started at once when it is asked for again */
    WORTH_STOP     /* it would be started again, against an order */
} worth_t;

worth_t evict_worth(const pool_t *pool);

/* No worker is there, and nobody waits for one. */
int evict_is_unused(const pool_t *pool);

/* Removes the pool of the least worth among those without a request, of this
 * tenant or of all (NULL); the least recently used first. Its workers leave on
 * their own. Returns 0 when each pool has a request, or a worker that comes or
 * goes. */
int evict_one(persistd_t *pd, const uid_t *tenant);

#endif /* EVICT_H */
