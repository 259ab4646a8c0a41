/* SPDX-License-Identifier: Apache-2.0 */
/* persist_yield_linux.c: persist_yield.h by the policies that Linux has. */

#include "common_system.h"

#ifdef COMMON_LINUX

#include "exchange/persist_yield.h"

#include <errno.h>
#include <http_core.h>
#include <http_log.h>
#include <sched.h>
#include <stdatomic.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

APLOG_USE_MODULE(persist);

/* Written by the parent before it has children, and to 0 by any thread that was
 * refused; read by all threads. Nothing else depends on it, so its order does
 * not matter. */
static atomic_int allowed;

/* Whether this thread has SCHED_BATCH. It keeps it between requests, so that
 * those which come one after the other cost no system call. -1: unknown, since
 * another module may start a thread from one that has it. */
static _Thread_local int yields = -1;

/* The system calls themselves, which mean the calling thread: glibc's
 * pthread_getschedparam() answers with what it saw first, and musl's
 * sched_setscheduler() always fails. */

/* Returns 0, or -1 if the system refuses. */
static int set_policy(int policy)
{
    const struct sched_param none = {0};
    return (int)syscall(SYS_sched_setscheduler, 0, policy, &none);
}

static int has_default_policy(void)
{
    return syscall(SYS_sched_getscheduler, 0) == SCHED_OTHER;
}

/* A filter of system calls may kill whoever asks (SystemCallFilter= of
 * systemd), so a process asks that has nothing to lose. */
static int may_ask(void)
{
    int status = -1;
    pid_t pid = fork();
    if (pid == 0) {
        prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); /* no core of httpd's memory */
        _exit(!has_default_policy() || set_policy(SCHED_BATCH) != 0);
    }
    while (pid > 0 && waitpid(pid, &status, 0) < 0)
        if (errno != EINTR)
            return 0;
    return pid > 0 && status == 0;
}

int persist_yield_post_config(apr_pool_t *pconf, apr_pool_t *plog,
                              apr_pool_t *ptemp, server_rec *s)
{
    (void)pconf;
    (void)plog;
    (void)ptemp;
    if (ap_state_query(AP_SQ_MAIN_STATE) == AP_SQ_MS_CREATE_PRE_CONFIG)
        return OK;
    const int may = may_ask();
    atomic_store_explicit(&allowed, may, memory_order_relaxed);
    if (!may)
        ap_log_error(APLOG_MARK, APLOG_INFO, 0, s,
                     "threads do not use SCHED_BATCH: httpd has a policy of "
                     "its own, or may not choose one");
    return OK;
}

static void set_yields(int wanted)
{
    if (yields == wanted ||
        !atomic_load_explicit(&allowed, memory_order_relaxed))
        return;
    yields = wanted;
    if (set_policy(wanted ? SCHED_BATCH : SCHED_OTHER) != 0)
        atomic_store_explicit(&allowed, 0, memory_order_relaxed);
}

void persist_yield_choose(const persist_call_t *call)
{
    const slots_table_t *table = &call->child->table;
    set_yields(slots_is_calm(table, call->claimed) ||
               slots_others_any(table, &call->lease));
}

void persist_yield_stop(void)
{
    set_yields(0);
}

#endif /* COMMON_LINUX */
