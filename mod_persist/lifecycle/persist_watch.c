/* SPDX-License-Identifier: Apache-2.0 */
/* persist_watch.c: httpd's parent watches persistd while it runs.
 *
 * The MPM looks for dead children about once a second, which also bounds how
 * often a persistd that crashes is started again; when some have ended before
 * they were up, the next is left to the monitor hook, every ten seconds. */

#include "persist_watch.h"
#include "persist_config.h"
#include "persist_daemon.h"
#include "persist_settings.h"
#include "persist_spawn.h"

#include "slots_table.h"

#include <ap_mpm.h>
#include <apr_strings.h>
#include <apr_thread_proc.h>
#include <errno.h>
#include <http_core.h>
#include <http_log.h>
#include <http_main.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

APLOG_USE_MODULE(persist);

/* How long the watching parent waits for UP: it has other children, too. */
#define RESTART_WAIT apr_time_from_sec(2)

#define TRIES_AT_ONCE 3 /* without one that is up in between */

/* httpd does not wait longer than this for requests when it stops; persistd
 * gets the rest to kill and tidy up. */
#define EXIT_DRAIN_MAX apr_time_from_sec(10)
#define EXIT_GRACE apr_time_from_sec(2)

/* False while httpd starts, reads its configuration, restarts or stops: then
 * the next post_config, or nobody, starts persistd. */
static int is_running(void)
{
    int state;

    return ap_state_query(AP_SQ_MAIN_STATE) == AP_SQ_MS_RUN_MPM &&
           ap_mpm_query(AP_MPMQ_MPM_STATE, &state) == APR_SUCCESS &&
           state == AP_MPMQ_RUNNING;
}

/* The MPM's maintenance call hands over a status that is now an exit code and
 * now what waitpid said, so it is not shown; deaths by signal the MPM logs. */
void persist_watch_say_end(const persist_instance_t *instance, int32_t pid,
                           server_rec *s)
{
    int drained = instance == &persist_instance_retained()->old;

    ap_log_error(APLOG_MARK, drained ? APLOG_INFO : APLOG_ERR, 0, s,
                 "persistd (pid %d, instance %s) has ended", (int)pid,
                 instance->name);
}

static void start_again(persist_instance_t *instance, server_rec *s)
{
    apr_pool_t *p;

    if (apr_pool_create(&p, s->process->pconf) != APR_SUCCESS)
        return; /* the monitor hook tries again */
    persist_daemon_start(instance, s, RESTART_WAIT, p);
    persist_watch_register(instance, s->process->pconf);
    apr_pool_destroy(p);
}

/* One registration. Its pool is its life: destroying it unregisters. */
typedef struct watch {
    persist_instance_t *instance;
    apr_pool_t *pool;
} watch_t;

/* The MPM's call; reason RESTART and UNREGISTER only say what httpd does. */
static void maintain(int reason, void *data, int status)
{
    watch_t *watch = data;
    persist_instance_t *instance = watch->instance;

    (void)status;
    if (reason != APR_OC_REASON_DEATH && reason != APR_OC_REASON_LOST)
        return;
    apr_pool_destroy(watch->pool);
    persist_watch_say_end(instance, instance->pid, ap_server_conf);
    persist_daemon_forget(instance);
    if (instance == &persist_instance_retained()->now &&
        instance->tries < TRIES_AT_ONCE && is_running())
        start_again(instance, ap_server_conf);
}

void persist_watch_register(persist_instance_t *instance, apr_pool_t *pconf)
{
    apr_proc_t *process;
    watch_t *watch;
    apr_pool_t *p;

    if (!instance->pid || apr_pool_create(&p, pconf) != APR_SUCCESS)
        return;
    watch = apr_palloc(p, sizeof *watch);
    *watch = (watch_t){instance, p};
    process = apr_pcalloc(p, sizeof *process);
    process->pid = instance->pid;
    apr_proc_other_child_register(process, maintain, watch, NULL, p);
}

int persist_watch_monitor(apr_pool_t *p, server_rec *s)
{
    persist_retained_t *retained = persist_instance_retained();
    apr_pool_t *scratch;

    (void)p;
    if (!is_running() || getpid() != retained->parent)
        return DECLINED;
    if (!retained->now.pid) {
        start_again(&retained->now, s);
    } else if (apr_pool_create(&scratch, s->process->pconf) == APR_SUCCESS) {
        persist_daemon_listen(&retained->now, s, scratch);
        apr_pool_destroy(scratch);
    }
    if (retained->old.pid)
        persist_link_stop(retained->old.link); /* fails: it is going already */
    return DECLINED;
}

/* Made while there is a log and a configuration, for when there is none. */
typedef struct exit_plan {
    persist_retained_t *retained;
    wire_settings_t settings; /* with less time to drain, see EXIT_DRAIN_MAX */
    persist_spawn_t spawn;
    apr_interval_time_t wait;
    apr_pool_t *pconf;
} exit_plan_t;

/* Returns 1 when it ended by itself, 0 when somebody or we had to kill it. */
static int await_end(persist_instance_t *instance, int64_t deadline)
{
    int status = 0;

    while (instance->pid && !persist_daemon_reap(instance, &status)) {
        if (slots_now_us() >= deadline) {
            /* httpd's log is closed by now, its descriptor 2 is not */
            dprintf(STDERR_FILENO,
                    "persistd (pid %d) did not end in time: killed\n",
                    (int)instance->pid);
            persist_daemon_kill(instance);
            return 0;
        }
        apr_sleep(10000);
    }
    return !WIFSIGNALED(status);
}

/* A persistd that was killed has left its workers behind: one more is started
 * for no other purpose than to take them on and stop them. */
static void stop_now(const exit_plan_t *plan, int64_t deadline)
{
    persist_instance_t *instance = &plan->retained->now;

    for (int tries = 0; tries < 2 && slots_now_us() < deadline; tries++) {
        if (!instance->pid &&
            (!instance->served ||
             persist_daemon_spawn(instance, &plan->spawn, plan->pconf) != 0))
            return;
        persist_link_settings(instance->link, &plan->settings, STDERR_FILENO);
        persist_link_stop(instance->link);
        if (await_end(instance, deadline))
            return;
    }
}

/* pconf ends at every restart, too, and in the first pass; only when httpd
 * exits is this a stop. */
static apr_status_t stop_at_exit(void *data)
{
    const exit_plan_t *plan = data;
    persist_retained_t *retained = plan->retained;
    int64_t deadline = slots_now_us() + plan->wait;

    if (ap_state_query(AP_SQ_MAIN_STATE) != AP_SQ_MS_EXITING ||
        getpid() != retained->parent)
        return APR_SUCCESS;
    if (retained->old.pid)
        persist_link_stop(retained->old.link);
    stop_now(plan, deadline);
    await_end(&retained->old, deadline);
    return APR_SUCCESS;
}

void persist_watch_stop_at_exit(persist_retained_t *retained, server_rec *s,
                                apr_pool_t *pconf)
{
    const persist_server_config_t *config = persist_config_server(s);
    exit_plan_t *plan = apr_pcalloc(pconf, sizeof *plan);
    apr_interval_time_t drain = config->stop_timeout < EXIT_DRAIN_MAX
                                    ? config->stop_timeout
                                    : EXIT_DRAIN_MAX;

    plan->retained = retained;
    plan->pconf = pconf;
    plan->wait = drain + EXIT_GRACE;
    persist_daemon_plan(&retained->now, s, &plan->spawn, pconf);
    persist_settings_make(config, &retained->now, &plan->settings, pconf);
    plan->settings.stop_ms = (uint64_t)apr_time_as_msec(drain);
    apr_pool_cleanup_register(pconf, plan, stop_at_exit, apr_pool_cleanup_null);
}
