/* SPDX-License-Identifier: Apache-2.0 */
/* persist_yield_posix.c: persist_yield.h where no policy keeps a thread that
 * wakes from preempting others. */

#include "common_system.h"

#ifndef COMMON_LINUX

#include "exchange/persist_yield.h"

int persist_yield_post_config(apr_pool_t *pconf, apr_pool_t *plog,
                              apr_pool_t *ptemp, server_rec *s)
{
    (void)pconf;
    (void)plog;
    (void)ptemp;
    (void)s;
    return OK;
}

void persist_yield_choose(const persist_call_t *call)
{
    (void)call;
}

void persist_yield_stop(void)
{
}

#endif /* not COMMON_LINUX */
