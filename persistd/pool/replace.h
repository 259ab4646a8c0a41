/* SPDX-License-Identifier: Apache-2.0 */
/* replace.h: new workers for old ones, while the pool serves: for those that
 * have done enough (wear.h), and for all of them by order. */

#ifndef RENEW_H
#define RENEW_H

#include "worker/worker.h"

/* Weighs the worker, once a second, and counts its requests and years. One that
 * has reached a limit is marked as worn, so that the plan replaces it; one
 * above the hard limit of memory is killed, and its requests are told why. */
void renew_look(worker_t *worker, int64_t now);

/* A worker that was started to replace another one is READY: of the pool's
 * worn ones the oldest leaves. */
void renew_relieved(struct pool *pool);

/* An order: all workers of the pool are worn. Returns their number. */
uint32_t renew_all(struct pool *pool);

/* No new one can be started: what an order has marked may stay. */
void renew_cancel(struct pool *pool);

#endif /* RENEW_H */
