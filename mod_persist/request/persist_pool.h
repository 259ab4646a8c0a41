/* SPDX-License-Identifier: Apache-2.0 */
/* persist_pool.h: from a script to the pool of its workers. */

#ifndef PERSIST_POOL_H
#define PERSIST_POOL_H

#include "exchange/persist_call.h"

/* Writes down, in call->definition, what shapes the workers of this request's
 * script. */
void persist_pool_define(persist_call_t *call,
                         const apr_array_header_t *interpreter);

/* True with call->pool and generation set: the table knows the pool, and
 * persistd this version of the script. No lock, no system call. */
int persist_pool_find(persist_call_t *call);

/* Asks persistd for the pool. While persistd is being started again it is
 * waited for. Returns 0 with call->pool and generation set, or the fault's code
 * with call->fault set. */
int persist_pool_ensure(persist_call_t *call);

/* The code that the pool's workers are to have now. */
uint64_t persist_pool_version(const persist_call_t *call);

/* child_init, after persist_child_init(): what is the same for every pool of
 * this process. */
void persist_pool_child_init(apr_pool_t *p, server_rec *s);

#endif /* PERSIST_POOL_H */
