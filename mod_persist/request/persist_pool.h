/* SPDX-License-Identifier: Apache-2.0 */
/* persist_pool.h: finds the pool of a script's workers. */

#ifndef PERSIST_POOL_H
#define PERSIST_POOL_H

#include "exchange/persist_call.h"

/* Sets call->definition: everything that shapes the workers of this request's
 * script. Call this once call->interpreter is set. */
void persist_pool_define(persist_call_t *call);

/* True, with call->pool and generation set, if the table has the pool and
 * persistd has seen this version of the script. No lock, no system call. */
int persist_pool_find(persist_call_t *call);

/* Asks persistd for the pool. Waits while persistd is being started again.
 * Returns 0 with call->pool and generation set, or the fault's code with
 * call->fault set. */
int persist_pool_ensure(persist_call_t *call);

/* The version of the code that the pool's workers must have now. */
uint64_t persist_pool_version(const persist_call_t *call);

/* child_init hook, after persist_child_init(): derives the secret of the
 * keys. */
void persist_pool_child_init(apr_pool_t *p, server_rec *s);

#endif /* PERSIST_POOL_H */
