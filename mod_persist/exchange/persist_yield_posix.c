/* SPDX-License-Identifier: Apache-2.0 */
/* persist_yield_posix.c: persist_yield.h where no policy keeps a thread that
 * wakes from preempting others. */

#include "common_system.h"

#ifndef COMMON_LINUX

#include "exchange/persist_yield.h"

void persist_yield_child_init(apr_pool_t *pool, server_rec *server)
{
    (void)pool;
    (void)server;
}

void persist_yield_choose(const persist_call_t *call)
{
    (void)call;
}

void persist_yield_stop(void)
{
}

#endif /* not COMMON_LINUX */
