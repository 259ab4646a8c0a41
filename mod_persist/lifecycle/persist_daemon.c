/* SPDX-License-Identifier: Apache-2.0 */
/* persist_daemon.c: httpd's parent starts, tells and reaps the persistd of one
 * instance. */

#include "persist_daemon.h"
#include "persist_config.h"
#include "persist_runtime.h"
#include "persist_settings.h"
#include "persist_user.h"

#include "wire_fault.h"

#include <errno.h>
#include <http_log.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

APLOG_USE_MODULE(persist);

/* Descriptor 2 of httpd's parent is the main error log, file or pipe, at every
 * moment after open_logs; with "ErrorLog syslog" it is /dev/null. */
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
        .owners = instance->owners,
        .slots = instance->slots,
        .pools = instance->pools,
    };
}

int persist_daemon_spawn(persist_instance_t *instance,
                         const persist_spawn_t *plan, apr_pool_t *p)
{
    int link;
    pid_t pid = persist_spawn_daemon(plan, &link, p);

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

/* Logs an answer that is not UP. */
static void say_answer(const persist_instance_t *instance, server_rec *s,
                       persist_link_answer_t answer, int fault,
                       const char *text)
{
    if (answer == PERSIST_LINK_FAULT)
        ap_log_error(APLOG_MARK, APLOG_EMERG, 0, s,
                     "PERSIST%d: persistd can't serve: %s: %s", fault,
                     wire_fault_text(fault), text);
    else if (answer == PERSIST_LINK_GONE)
        ap_log_error(APLOG_MARK, APLOG_EMERG, 0, s,
                     "PERSIST%d: persistd (pid %d) ended before it could "
                     "serve; its own lines in the error log say why",
                     WIRE_FAULT_PERSISTD_EXEC, (int)instance->pid);
    else if (answer == PERSIST_LINK_SILENT)
        ap_log_error(APLOG_MARK, APLOG_ERR, 0, s,
                     "PERSIST%d: persistd (pid %d) has not said in time that "
                     "it serves",
                     WIRE_FAULT_NO_PERSISTD, (int)instance->pid);
}

static persist_link_answer_t await_up(persist_instance_t *instance,
                                      server_rec *s,
                                      apr_interval_time_t timeout,
                                      apr_pool_t *p)
{
    const char *text = "";
    int fault = 0;
    persist_link_answer_t answer =
        persist_link_wait(instance->link, timeout, &fault, &text, p);

    instance->up = answer == PERSIST_LINK_UP;
    if (instance->up) {
        instance->served = 1;
        instance->tries = 0;
    }
    if (answer != PERSIST_LINK_SILENT || timeout > 0)
        say_answer(instance, s, answer, fault, text);
    return answer;
}

static void send_settings(const persist_instance_t *instance, server_rec *s,
                          apr_pool_t *p)
{
    wire_settings_t settings;

    persist_settings_make(persist_config_server(s), instance, &settings, p);
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
    instance->up = 0;
    if (persist_link_discard(instance->link) != 0) {
        ap_log_error(APLOG_MARK, APLOG_ERR, errno, s,
                     "PERSIST%d: the link to persistd (pid %d) is broken",
                     WIRE_FAULT_NO_PERSISTD, (int)instance->pid);
        return PERSIST_LINK_GONE;
    }
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
    if (instance->pid && !instance->up)
        await_up(instance, s, 0, p);
}

void persist_daemon_forget(persist_instance_t *instance)
{
    if (instance->link >= 0)
        close(instance->link);
    instance->link = -1;
    instance->pid = 0;
}

void persist_daemon_kill(persist_instance_t *instance)
{
    int status;

    kill(instance->pid, SIGKILL); /* our own child, not reaped: it is this */
    while (waitpid(instance->pid, &status, 0) < 0 && errno == EINTR)
        continue;
    persist_daemon_forget(instance);
}

int persist_daemon_reap(persist_instance_t *instance, int *status)
{
    pid_t pid;

    if (!instance->pid)
        return 0;
    do
        pid = waitpid(instance->pid, status, WNOHANG);
    while (pid < 0 && errno == EINTR);
    if (pid == 0)
        return 0;
    if (pid < 0)
        *status = 0; /* ECHILD: somebody else has reaped it */
    persist_daemon_forget(instance);
    return 1;
}
