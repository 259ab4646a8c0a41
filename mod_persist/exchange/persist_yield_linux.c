/* SPDX-License-Identifier: Apache-2.0 */
/* persist_yield_linux.c: persist_yield.h by the policies that Linux has. */

#include "common_system.h"

#ifdef COMMON_LINUX

#include "exchange/persist_yield.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

/* Written by child_init, and by any thread that was refused; read by all
 * threads. Nothing else depends on it, so its order does not matter. */
static atomic_int allowed;

/* This thread has SCHED_BATCH. It keeps it between requests, so that those
 * which come one after the other cost no system call. */
static _Thread_local int yields;

/* Returns 0, or -1 if the system refuses. */
static int set_policy(int policy)
{
    const struct sched_param none = {0};
    return pthread_setschedparam(pthread_self(), policy, &none) == 0 ? 0 : -1;
}

void persist_yield_child_init(apr_pool_t *pool, server_rec *server)
{
    struct sched_param param;
    int policy;
    (void)pool;
    (void)server;
    atomic_store_explicit(
        &allowed,
        pthread_getschedparam(pthread_self(), &policy, &param) == 0 &&
            policy == SCHED_OTHER,
        memory_order_relaxed);
}

static void set_yields(int wanted)
{
    if (yields == wanted)
        return;
    if (set_policy(wanted ? SCHED_BATCH : SCHED_OTHER) == 0)
        yields = wanted;
    else
        atomic_store_explicit(&allowed, 0, memory_order_relaxed);
}

void persist_yield_choose(const persist_call_t *call)
{
    if (atomic_load_explicit(&allowed, memory_order_relaxed))
        set_yields(slots_others_any(&call->child->table, &call->lease));
}

void persist_yield_stop(void)
{
    set_yields(0);
}

#endif /* COMMON_LINUX */
