/* SPDX-License-Identifier: Apache-2.0 */
/* persist_lifecycle.c: what each start and restart of httpd does about
 * persistd: starts it, keeps it with new settings, or lets one of another
 * version drain.
 * Why: docs/decisions/lifecycle.md */

#include "lifecycle/persist_lifecycle.h"
#include "config/persist_config.h"
#include "lifecycle/persist_check.h"
#include "lifecycle/persist_child.h"
#include "lifecycle/persist_daemon.h"
#include "lifecycle/persist_settings.h"
#include "lifecycle/persist_stop.h"
#include "lifecycle/persist_unload.h"
#include "lifecycle/persist_user.h"
#include "lifecycle/persist_watch.h"

#include "common_clock.h"
#include "slots_table.h"
#include "wire_fault.h"

#include <http_core.h>
#include <http_log.h>
#include <mpm_common.h>
#include <unistd.h>

APLOG_USE_MODULE(persist);

#define FIRST_WAIT apr_time_from_sec(5)
#define UPDATE_WAIT apr_time_from_sec(2)
#define KILL_WAIT apr_time_from_sec(1)

/* Notices that persistd died while httpd read its configuration and did not
 * watch it. */
static void notice_death(persist_instance_t *instance, server_rec *s)
{
    int32_t pid = instance->pid;
    int status;
    if (persist_daemon_reap(instance, &status))
        persist_watch_say_end(instance, pid, s);
    persist_daemon_reap_lost(instance);
}

/* Children of the ending generation still use this instance, so the monitor
 * hook sends its STOP later. An instance that drains already has had its
 * time. */
static void set_aside(persist_retained_t *retained, server_rec *s)
{
    if (retained->old.pid) {
        persist_link_stop(retained->old.link);
        persist_daemon_forget(&retained->old);
    }
    ap_log_error(APLOG_MARK, APLOG_NOTICE, 0, s,
                 "persistd instance %s is of another version, user or "
                 "directory: it drains beside a new one",
                 retained->now.name);
    retained->old = retained->now;
}

/* Makes retained->now the instance that this configuration needs. Returns 0, or
 * -1 (logged). */
static int choose_instance(persist_retained_t *retained, server_rec *s)
{
    const persist_server_config_t *config = persist_config_server(s);
    uint64_t identity = persist_instance_identity(config->runtime_dir);
    apr_status_t rv;
    if (retained->now.name[0] && retained->now.identity == identity)
        return 0;
    if (retained->now.pid)
        set_aside(retained, s);
    rv = persist_instance_make(&retained->now);
    if (rv != APR_SUCCESS) {
        ap_log_error(APLOG_MARK, APLOG_EMERG, rv, s,
                     "PERSIST%d: no random bytes for persistd's token",
                     WIRE_FAULT_PERSISTD_EXEC);
        return -1;
    }
    persist_settings_sizes(config, &retained->now);
    retained->now.identity = identity;
    return 0;
}

static void warn_of_sizes(const persist_instance_t *instance, server_rec *s)
{
    persist_instance_t wanted;
    persist_settings_sizes(persist_config_server(s), &wanted);
    if (wanted.slots <= instance->slots && wanted.pools == instance->pools &&
        wanted.owners <= instance->owners)
        return;
    ap_log_error(APLOG_MARK, APLOG_WARNING, 0, s,
                 "PERSIST%d: the running table keeps its sizes (%u workers, "
                 "%u pools, %u httpd children) until httpd is stopped and "
                 "started; the configuration asks for %u, %u and %u",
                 WIRE_FAULT_SIZES_FIXED, instance->slots, instance->pools,
                 instance->owners, wanted.slots, wanted.pools, wanted.owners);
}

static int is_allowed(server_rec *s)
{
    if (persist_user_uid() != 0)
        return 1;
    ap_log_error(APLOG_MARK, APLOG_EMERG, 0, s,
                 "PERSIST%d: scripts would run as root: give httpd a User, "
                 "for example User www-data",
                 WIRE_FAULT_ROOT);
    return 0;
}

/* persistd has died meanwhile, or does not answer on the link: another one
 * takes over its workers. A process that does not end at once is left to the
 * watch. */
static void end_now(persist_instance_t *instance, server_rec *s)
{
    int64_t deadline = common_now_us() + KILL_WAIT;
    persist_daemon_kill(instance);
    while (instance->pid && common_now_us() < deadline) {
        apr_sleep(KILL_WAIT / 100);
        notice_death(instance, s);
    }
}

/* Returns 0 if persistd serves. */
static int start_or_update(persist_instance_t *instance, server_rec *s,
                           apr_pool_t *p)
{
    persist_link_answer_t answer = PERSIST_LINK_GONE;
    notice_death(instance, s);
    if (instance->pid && !instance->pulse.killed) {
        answer = persist_daemon_update(instance, s, UPDATE_WAIT, p);
        if (answer == PERSIST_LINK_GONE)
            end_now(instance, s);
    }
    if (!instance->pid)
        answer = persist_daemon_start(instance, s, FIRST_WAIT, p);
    return answer == PERSIST_LINK_UP ? 0 : -1;
}

/* If the first start fails, the set-up is wrong and httpd ends. If a restart
 * finds persistd in trouble httpd stays up, and the monitor hook tries
 * again. */
static int post_config(apr_pool_t *pconf, apr_pool_t *plog, apr_pool_t *ptemp,
                       server_rec *s)
{
    persist_retained_t *retained;
    int first, failed;
    if (ap_state_query(AP_SQ_MAIN_STATE) == AP_SQ_MS_CREATE_PRE_CONFIG)
        return persist_check_verdict();
    retained = persist_instance_retained();
    first = retained->starts++ == 0;
    retained->parent = getpid();
    persist_unload_forget(retained);
    if (!is_allowed(s) || choose_instance(retained, s) != 0)
        return HTTP_INTERNAL_SERVER_ERROR;
    persist_user_look_up(pconf);
    persist_stop_at_exit(retained, s, pconf);
    persist_unload_prepare(retained, pconf, plog);
    failed = start_or_update(&retained->now, s, ptemp);
    warn_of_sizes(&retained->now, s);
    notice_death(&retained->old, s);
    persist_watch_register(&retained->now, pconf);
    persist_watch_register(&retained->old, pconf);
    return failed && first ? HTTP_INTERNAL_SERVER_ERROR : OK;
}

static int check_config(apr_pool_t *pconf, apr_pool_t *plog, apr_pool_t *ptemp,
                        server_rec *s)
{
    (void)pconf;
    persist_unload_take_back(persist_instance_retained(), plog);
    return persist_check_config(s, ptemp);
}

void persist_lifecycle_register_hooks(apr_pool_t *p)
{
    (void)p;
    ap_hook_check_config(check_config, NULL, NULL, APR_HOOK_LAST);
    ap_hook_post_config(post_config, NULL, NULL, APR_HOOK_LAST);
    ap_hook_monitor(persist_watch_monitor, NULL, NULL, APR_HOOK_MIDDLE);
    ap_hook_child_init(persist_child_init, NULL, NULL, APR_HOOK_MIDDLE);
}
