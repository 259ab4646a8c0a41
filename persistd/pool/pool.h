/* SPDX-License-Identifier: Apache-2.0 */
/* pool.h: pools come and go, fail, are stopped, and get their workers. */

#ifndef POOL_H
#define POOL_H

#include "state/pool.h"

/* What its workers have told of is theirs no more: it is given back. The
 * script's own file stays known. */
void pool_forget_sources(pool_t *pool);

/* It stands for its script, and no other pool does: .htaccess has changed, most
 * likely. */
void pool_make_current(pool_t *pool);

/* The pool is asked for with this definition, which is taken over: limits that
 * are no part of the key may have changed. */
void pool_define(pool_t *pool, definition_t *definition);

/* A record for one that is in the table already (run/adopt.c). */
pool_t *pool_create(persistd_t *pd, definition_t *definition, uint32_t index,
                    uint64_t generation, uint64_t version);

/* A worker could not be started. began: when that was tried, µs; text: why, for
 * free(), taken over. */
void pool_failed(pool_t *pool, int64_t began, int fault, char *text);

/* Its workers become READY and end, one after the other, before any of them has
 * taken a request: until the next one is READY, requests are told so. text: how
 * the last one ended, for free(), taken over. */
void pool_useless(pool_t *pool, char *text);

/* No worker can be started, as pool_failed(), but for no fault of the script's:
 * it may be tried again whenever there is reason to. text is copied. */
void pool_set_fault(pool_t *pool, int fault, const char *text,
                    int64_t retry_at);

/* By order: no worker is started any more, and requests are refused with
 * WIRE_FAULT_STOPPED. Those that are there are not touched. */
void pool_stop(pool_t *pool);

/* A stop is lifted; failures and back-off are forgotten. */
void pool_lift(pool_t *pool);

#endif /* POOL_H */
