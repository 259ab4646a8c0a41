/* SPDX-License-Identifier: Apache-2.0 */
/* pool.h: pools are defined, fail, are stopped and started again. */

#ifndef POOL_H
#define POOL_H

#include "state/pool.h"

/* Forgets the files that its workers have reported, and keeps the script's own
 * file. */
void pool_forget_sources(pool_t *pool);

/* Makes this pool the current one of its script, and supersedes the others.
 * Most likely .htaccess has changed. */
void pool_make_current(pool_t *pool);

/* Takes over the definition with which the pool was requested. Limits that are
 * not part of the key may have changed. */
void pool_define(pool_t *pool, definition_t *definition);

/* Makes a record for a pool that is already in the table (run/adopt.c). */
pool_t *pool_create(persistd_t *pd, definition_t *definition, uint32_t index,
                    uint64_t generation, uint64_t version);

/* A worker could not be started. began: when its start began, µs. text: the
 * reason; the pool takes it over and frees it. */
void pool_failed(pool_t *pool, int64_t began, int fault, char *text);

/* The system had no room for a worker of the pool. Nothing of the script has
 * run. text: what could not be made, and why; the pool takes it over and frees
 * it. */
void pool_short(pool_t *pool, char *text);

/* Workers of the pool become READY and end, one after the other, before they
 * take a request. Requests get that as the reason until the next worker is
 * READY. text: how the last one ended; the pool takes it over and frees it. */
void pool_useless(pool_t *pool, char *text);

/* No worker can be started, as with pool_failed(), but the script is not at
 * fault. A start may be tried again at any time. text is copied. */
void pool_set_fault(pool_t *pool, int fault, const char *text,
                    int64_t retry_at);

/* Stops the pool by order: no worker is started any more, and requests are
 * refused with WIRE_FAULT_STOPPED. Running workers are not touched. */
void pool_stop(pool_t *pool);

/* Ends a stop, and forgets failures and back-off. */
void pool_lift(pool_t *pool);

#endif /* POOL_H */
