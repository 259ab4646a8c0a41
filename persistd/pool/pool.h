/* SPDX-License-Identifier: Apache-2.0 */
/* pool.h: pools come and go, fail, are stopped, and get their workers. */

#ifndef POOL_H
#define POOL_H

#include "pool/sources.h"
#include "pool/view.h"
#include "state/pool.h"

/* Takes the definition over and puts the pool into the table, in the place of
 * another one if it is full, or of one of this tenant's when half of the table
 * is his (evict.h). Returns NULL with errno ENOSPC or, for the tenant's bound,
 * EDQUOT when there is no room; the definition is then the caller's again. */
pool_t *pool_make(persistd_t *pd, definition_t *definition, uint64_t version,
                  uid_t tenant);

/* What its workers have told of is theirs no more: it is given back. The
 * script's own file stays known. */
void pool_forget_sources(pool_t *pool);

/* The pool is asked for with this definition, which is taken over: limits that
 * are no part of the key may have changed. */
void pool_define(pool_t *pool, definition_t *definition);

/* A record for one that is in the table already (run/adopt.c). */
pool_t *pool_create(persistd_t *pd, definition_t *definition, uint32_t index,
                    uint64_t generation, uint64_t version);

/* Takes it out of the table and frees it. It has no workers. */
void pool_remove(pool_t *pool);

/* Starts and retires workers as the plan says; `waiting` are requests that
 * will come, besides those that stand in the queue. */
void pool_look(pool_t *pool, uint32_t waiting);
void pool_look_all(persistd_t *pd);

/* The script's file is in this version. When that is another one, workers of
 * older versions leave, at once or as PersistReload says, and the old script's
 * failures to boot are forgotten (reload.c). */
void pool_set_version(pool_t *pool, uint64_t version);

/* A worker could not be started. began: when that was tried, µs; text: why, for
 * free(), taken over. */
void pool_failed(pool_t *pool, int64_t began, int fault, char *text);

/* Its workers become READY and end, one after the other, before any of them has
 * taken a request: until the next one is READY, requests are told so. text: how
 * the last one ended, for free(), taken over. */
void pool_useless(pool_t *pool, char *text);

/* No worker can be started, as pool_failed(), but for no fault of the script's:
 * it may be tried again whenever there is reason to. text is copied. */
void pool_tell_fault(pool_t *pool, int fault, const char *text,
                     int64_t retry_at);

/* By order: no worker is started any more, and requests are refused with
 * WIRE_FAULT_STOPPED. Those that are there are not touched. */
void pool_stop(pool_t *pool);

/* A stop is lifted; failures and back-off are forgotten. */
void pool_lift(pool_t *pool);

#endif /* POOL_H */
