/* SPDX-License-Identifier: Apache-2.0 */
/* persist_daemon.c: httpd's parent starts, updates and reaps the persistd of
 * one instance. */

#include "lifecycle/persist_daemon.h"
#include "config/persist_config.h"
#include "lifecycle/persist_runtime.h"
#include "lifecycle/persist_settings.h"
#include "lifecycle/persist_user.h"

#include "common_clock.h"
#include "slots_table.h"
#include "wire_descriptors.h"
#include "wire_fault.h"

#include <errno.h>
#include <http_log.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

APLOG_USE_MODULE(persist);

/* Descriptor 2 of httpd's parent is the main error log, file or pipe, at every
 * moment after open_logs. With "ErrorLog syslog" it is /dev/null. */
#define ERROR_LOG_FD STDERR_FILENO

static int prepare_directory(server_rec *s, apr_pool_t *p)
{
    const char *path = persist_config_server(s)->runtime_dir;
    const char *why =
        persist_runtime_make(path, persist_user_uid(), persist_user_gid(), p);
    if (!why)
        return 0;
    ap_log_error(APLOG_MARK, APLOG_EMERG, 0, s,
                 "PERSIST%d: PersistRuntimeDir %s can't be used: %s",
                 WIRE_FAULT_RUNTIME_DIR, path, why);
    return -1;
}

void persist_daemon_plan(const persist_instance_t *instance, server_rec *s,
                         persist_spawn_t *plan, apr_pool_t *p)
{
    const persist_server_config_t *config = persist_config_server(s);
    *plan = (persist_spawn_t){
        .daemon = config->daemon,
        .instance = persist_instance_path(instance, config->runtime_dir, p),
        .user = persist_user_name(),
        .owners = instance->owners,
        .slots = instance->slots,
        .pools = instance->pools,
    };
}

int persist_daemon_spawn(persist_instance_t *instance,
                         const persist_spawn_t *plan, apr_pool_t *p)
{
    persist_spawn_t spawn = *plan;
    int link;
    pid_t pid;
    spawn.anew = instance->anew;
    pid = persist_spawn_daemon(&spawn, &link, p);
    if (pid < 0)
        return -1;
    instance->pid = pid;
    instance->link = link;
    return 0;
}

static int spawn(persist_instance_t *instance, server_rec *s, apr_pool_t *p)
{
    persist_spawn_t plan;
    persist_daemon_plan(instance, s, &plan, p);
    if (persist_daemon_spawn(instance, &plan, p) == 0)
        return 0;
    ap_log_error(APLOG_MARK, APLOG_EMERG, errno, s,
                 "PERSIST%d: persistd could not be forked",
                 WIRE_FAULT_PERSISTD_EXEC);
    return -1;
}

/* persistd has been up, so its end is not the failure of a start. */
static int has_served(const persist_instance_t *instance)
{
    return instance->tries == 0;
}

static void say_gone(const persist_instance_t *instance, server_rec *s)
{
    if (has_served(instance))
        ap_log_error(APLOG_MARK, APLOG_ERR, 0, s,
                     "PERSIST%d: the link to persistd (pid %d) has ended",
                     WIRE_FAULT_NO_PERSISTD, (int)instance->pid);
    else
        ap_log_error(APLOG_MARK, APLOG_EMERG, 0, s,
                     "PERSIST%d: persistd (pid %d) ended before it could "
                     "serve; its own lines in the error log say why",
                     WIRE_FAULT_PERSISTD_EXEC, (int)instance->pid);
}

/* Logs an answer that is not UP. */
static void say_answer(const persist_instance_t *instance, server_rec *s,
                       const persist_link_news_t *news)
{
    if (news->answer == PERSIST_LINK_FAULT)
        ap_log_error(APLOG_MARK, APLOG_EMERG, 0, s,
                     "PERSIST%d: persistd can't serve: %s: %s", news->fault,
                     wire_fault_text(news->fault), news->text);
    else if (news->answer == PERSIST_LINK_GONE)
        say_gone(instance, s);
    else if (news->answer == PERSIST_LINK_SILENT)
        ap_log_error(APLOG_MARK, APLOG_ERR, 0, s,
                     "PERSIST%d: persistd (pid %d) has not said in time that "
                     "it serves",
                     WIRE_FAULT_NO_PERSISTD, (int)instance->pid);
}

static persist_link_news_t hear(persist_instance_t *instance,
                                apr_interval_time_t timeout, apr_pool_t *p)
{
    persist_link_news_t news = persist_link_wait(instance->link, timeout, p);
    if (news.spoke)
        persist_pulse_hear(&instance->pulse);
    return news;
}

static persist_link_answer_t await_up(persist_instance_t *instance,
                                      server_rec *s,
                                      apr_interval_time_t timeout,
                                      apr_pool_t *p)
{
    persist_link_news_t news = hear(instance, timeout, p);
    instance->up = news.answer == PERSIST_LINK_UP;
    if (instance->up) {
        instance->served = 1;
        instance->tries = 0;
        instance->anew = 0;
    }
    if (news.answer != PERSIST_LINK_SILENT || timeout > 0)
        say_answer(instance, s, &news);
    return news.answer;
}

static void send_settings(persist_instance_t *instance, server_rec *s,
                          apr_pool_t *p)
{
    wire_settings_t settings;
    persist_pulse_ask(&instance->pulse, common_now_us());
    persist_settings_make(s, instance, &settings, p);
    if (persist_link_settings(instance->link, &settings, ERROR_LOG_FD) != 0)
        ap_log_error(APLOG_MARK, APLOG_ERR, errno, s,
                     "PERSIST%d: persistd (pid %d) could not be told its "
                     "settings",
                     WIRE_FAULT_NO_PERSISTD, (int)instance->pid);
}

persist_link_answer_t persist_daemon_update(persist_instance_t *instance,
                                            server_rec *s,
                                            apr_interval_time_t timeout,
                                            apr_pool_t *p)
{
    int unread = persist_link_discard(instance->link);
    instance->up = 0;
    if (unread < 0) {
        ap_log_error(APLOG_MARK, APLOG_ERR, errno, s,
                     "PERSIST%d: the link to persistd (pid %d) is broken",
                     WIRE_FAULT_NO_PERSISTD, (int)instance->pid);
        return PERSIST_LINK_GONE;
    }
    if (unread > 0)
        persist_pulse_hear(&instance->pulse);
    send_settings(instance, s, p);
    return await_up(instance, s, timeout, p);
}

persist_link_answer_t persist_daemon_start(persist_instance_t *instance,
                                           server_rec *s,
                                           apr_interval_time_t timeout,
                                           apr_pool_t *p)
{
    persist_link_answer_t answer;
    instance->up = 0;
    instance->tries++;
    if (prepare_directory(s, p) != 0 || spawn(instance, s, p) != 0)
        return PERSIST_LINK_GONE;
    send_settings(instance, s, p);
    answer = await_up(instance, s, timeout, p);
    if (answer == PERSIST_LINK_UP)
        ap_log_error(APLOG_MARK, APLOG_NOTICE, 0, s,
                     "persistd started (pid %d, instance %s)",
                     (int)instance->pid, instance->name);
    return answer;
}

void persist_daemon_listen(persist_instance_t *instance, server_rec *s,
                           apr_pool_t *p)
{
    if (instance->up)
        hear(instance, 0, p);
    else
        await_up(instance, s, 0, p);
}

static void close_link(persist_instance_t *instance)
{
    if (instance->link >= 0)
        wire_descriptors_drop(instance->link);
    instance->link = -1;
}

void persist_daemon_forget(persist_instance_t *instance)
{
    close_link(instance);
    instance->pid = 0;
    persist_pulse_renew(&instance->pulse);
}

/* The process is the parent's own child and not reaped, so its number cannot
 * belong to another process. */
void persist_daemon_kill(persist_instance_t *instance)
{
    kill(instance->pid, SIGKILL);
    persist_pulse_kill(&instance->pulse, common_now_us());
}

/* With WNOWAIT the process stays a zombie: the MPM reaps it later and reports
 * its end like any other. */
static int has_ended(pid_t pid)
{
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid == pid;
}

int persist_daemon_abandon(persist_instance_t *instance)
{
    int32_t *lost = instance->lost, *end = lost + PERSIST_INSTANCE_LOST;
    while (lost < end && *lost)
        lost++;
    if (lost == end || has_ended(instance->pid))
        return -1;
    *lost = instance->pid;
    persist_daemon_forget(instance);
    instance->anew = 1;
    return 0;
}

void persist_daemon_found(persist_instance_t *instance, int32_t pid)
{
    for (int i = 0; i < PERSIST_INSTANCE_LOST; i++)
        if (instance->lost[i] == pid)
            instance->lost[i] = 0;
}

/* Returns 1 if the process has ended and is reaped now, or was before
 * (ECHILD). */
static int reap(pid_t pid, int *status)
{
    pid_t reaped;
    do
        reaped = waitpid(pid, status, WNOHANG);
    while (reaped < 0 && errno == EINTR);
    if (reaped < 0)
        *status = PERSIST_DAEMON_UNKNOWN;
    return reaped != 0;
}

int persist_daemon_reap(persist_instance_t *instance, int *status)
{
    if (!instance->pid || !reap(instance->pid, status))
        return 0;
    persist_daemon_forget(instance);
    return 1;
}

void persist_daemon_reap_lost(persist_instance_t *instance)
{
    int status;
    for (int i = 0; i < PERSIST_INSTANCE_LOST; i++)
        if (instance->lost[i] && reap(instance->lost[i], &status))
            instance->lost[i] = 0;
}
