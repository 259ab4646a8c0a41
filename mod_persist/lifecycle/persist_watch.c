/* SPDX-License-Identifier: Apache-2.0 */
/* persist_watch.c: httpd's parent watches persistd while it runs.
 *
 * The MPM looks for dead children about once a second. That also limits how
 * often a crashing persistd is started again. If several have ended before they
 * were up, the next start is left to the monitor hook, every ten seconds. That
 * hook also checks whether the running persistd still answers. No function here
 * waits for the end of a persistd, because one may hang in the kernel. */

#include "lifecycle/persist_watch.h"
#include "config/persist_config.h"
#include "lifecycle/persist_daemon.h"

#include "common_clock.h"
#include "slots_table.h"
#include "wire_fault.h"

#include <ap_mpm.h>
#include <apr_strings.h>
#include <apr_thread_proc.h>
#include <http_core.h>
#include <http_log.h>
#include <http_main.h>
#include <unistd.h>

APLOG_USE_MODULE(persist);

/* How long the watching parent waits for UP. It has other children, too. */
#define RESTART_WAIT apr_time_from_sec(2)

#define TRIES_AT_ONCE 3 /* without one in between that was up */

/* The monitor hook runs every ten seconds, and sooner when children of httpd
 * end. So a persistd that hangs is killed 10 to 20 seconds after it began
 * to. */
static const persist_pulse_limits_t limits = {
    .silence = 9 * APR_USEC_PER_SEC,
    .late = 15 * APR_USEC_PER_SEC,
    .reap = 9 * APR_USEC_PER_SEC,
    .pause = 30 * APR_USEC_PER_SEC,
};

/* False while httpd starts, reads its configuration, restarts or stops. Then
 * the next post_config starts persistd, or it is not started at all. */
static int is_running(void)
{
    int state;
    return ap_state_query(AP_SQ_MAIN_STATE) == AP_SQ_MS_RUN_MPM &&
           ap_mpm_query(AP_MPMQ_MPM_STATE, &state) == APR_SUCCESS &&
           state == AP_MPMQ_RUNNING;
}

/* Does not log the status, because the MPM's maintenance call passes an exit
 * code at some times and the status of waitpid() at others. The MPM itself logs
 * deaths by a signal. */
void persist_watch_say_end(const persist_instance_t *instance, int32_t pid,
                           server_rec *s)
{
    int drained = instance == &persist_instance_retained()->old;
    ap_log_error(APLOG_MARK, drained ? APLOG_INFO : APLOG_ERR, 0, s,
                 "persistd (pid %d, instance %s) has ended", (int)pid,
                 instance->name);
}

/* One registration. It lasts as long as its pool: destroying the pool ends
 * it. */
typedef struct watch {
    persist_instance_t *instance;
    int32_t pid;
    apr_pool_t *pool;
} watch_t;

static void start_again(persist_instance_t *instance, server_rec *s);

static void died(persist_instance_t *instance, int32_t pid)
{
    persist_watch_say_end(instance, pid, ap_server_conf);
    if (pid != instance->pid) {
        persist_daemon_found(instance, pid);
        return;
    }
    persist_daemon_forget(instance);
    if (instance == &persist_instance_retained()->now &&
        instance->tries < TRIES_AT_ONCE && is_running())
        start_again(instance, ap_server_conf);
}

/* The MPM calls this. The reasons RESTART and UNREGISTER only report what httpd
 * does. */
static void maintain(int reason, void *data, int status)
{
    const watch_t watch = *(watch_t *)data;
    (void)status;
    if (reason != APR_OC_REASON_DEATH && reason != APR_OC_REASON_LOST)
        return;
    apr_pool_destroy(watch.pool);
    died(watch.instance, watch.pid);
}

static void watch_pid(persist_instance_t *instance, int32_t pid,
                      apr_pool_t *pconf)
{
    apr_proc_t *process;
    watch_t *watch;
    apr_pool_t *p;
    if (!pid || apr_pool_create(&p, pconf) != APR_SUCCESS)
        return;
    watch = apr_palloc(p, sizeof(*watch));
    *watch = (watch_t){instance, pid, p};
    process = apr_pcalloc(p, sizeof(*process));
    process->pid = pid;
    apr_proc_other_child_register(process, maintain, watch, NULL, p);
}

void persist_watch_register(persist_instance_t *instance, apr_pool_t *pconf)
{
    watch_pid(instance, instance->pid, pconf);
    for (int i = 0; i < PERSIST_INSTANCE_LOST; i++)
        watch_pid(instance, instance->lost[i], pconf);
}

static void start_again(persist_instance_t *instance, server_rec *s)
{
    apr_pool_t *p;
    if (apr_pool_create(&p, s->process->pconf) != APR_SUCCESS)
        return; /* the monitor hook tries again */
    persist_daemon_start(instance, s, RESTART_WAIT, p);
    watch_pid(instance, instance->pid, s->process->pconf);
    apr_pool_destroy(p);
}

static void replace_hanging(persist_instance_t *instance, server_rec *s)
{
    ap_log_error(APLOG_MARK, APLOG_ERR, 0, s,
                 "PERSIST%d: persistd (pid %d) does not answer any more: "
                 "killed; another takes its workers over",
                 WIRE_FAULT_HANGS, (int)instance->pid);
    persist_daemon_kill(instance);
}

static void abandon(persist_instance_t *instance, server_rec *s)
{
    int32_t pid = instance->pid;
    if (persist_daemon_abandon(instance) != 0)
        return;
    ap_log_error(APLOG_MARK, APLOG_ERR, 0, s,
                 "PERSIST%d: persistd (pid %d) was killed, and the kernel does "
                 "not end it (a file system that does not answer?): another "
                 "begins anew, with a new table and new workers",
                 WIRE_FAULT_HANGS, (int)pid);
    start_again(instance, s);
}

static void pulse_tick(persist_instance_t *instance, server_rec *s)
{
    apr_pool_t *scratch;
    if (apr_pool_create(&scratch, s->process->pconf) != APR_SUCCESS)
        return;
    persist_daemon_listen(instance, s, scratch);
    apr_pool_destroy(scratch);
    switch (persist_pulse_tick(&instance->pulse, &limits, common_now_us())) {
    case PERSIST_PULSE_PING:
        persist_link_ping(instance->link);
        break;
    case PERSIST_PULSE_KILL:
        replace_hanging(instance, s);
        break;
    case PERSIST_PULSE_ABANDON:
        abandon(instance, s);
        break;
    case PERSIST_PULSE_WAIT:
        break;
    }
}

int persist_watch_monitor(apr_pool_t *p, server_rec *s)
{
    persist_retained_t *retained = persist_instance_retained();
    (void)p;
    if (!is_running() || getpid() != retained->parent)
        return DECLINED;
    if (retained->now.pid)
        pulse_tick(&retained->now, s);
    else
        start_again(&retained->now, s);
    if (retained->old.pid)
        /* an error means that it is ending already */
        persist_link_stop(retained->old.link);
    return DECLINED;
}
