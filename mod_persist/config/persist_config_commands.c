/* SPDX-License-Identifier: Apache-2.0 */
/* persist_config_commands.c: the directives. Each word is checked where it is
 * read; the text of an error describes a right one. */

#include "config/persist_config_commands.h"
#include "config/persist_config.h"
#include "config/persist_config_app.h"
#include "config/persist_config_buffer.h"
#include "config/persist_config_ceiling.h"
#include "config/persist_config_cgi_log.h"
#include "config/persist_config_env.h"
#include "config/persist_config_interpreter.h"
#include "config/persist_config_life.h"
#include "config/persist_config_read.h"
#include "config/persist_config_value.h"
#include "htaccess/persist_htaccess.h"

#include "slots_layout.h"

#include <apr_strings.h>
#include <http_core.h>
#include <http_log.h>
#include <stddef.h>
#include <string.h>

APLOG_USE_MODULE(persist);

#define SECONDS(n) (UINT64_C(1000) * (n))
#define HOURS(n) SECONDS((n)*3600)

static const persist_config_span_t idle_span = {
    SECONDS(1), HOURS(24 * 7), 0,
    "a duration from 1s to 168h, for example 300s"};
static const persist_config_span_t stop_span = {
    0, HOURS(1), 0, "a duration from 0s to 1h, for example 10s"};

static persist_server_config_t *server_config(cmd_parms *cmd)
{
    return (persist_server_config_t *)persist_config_server(cmd->server);
}

static const char *set_daemon(cmd_parms *cmd, void *unused, const char *path)
{
    const char *error = ap_check_cmd_context(cmd, GLOBAL_ONLY);
    (void)unused;
    if (error)
        return error;
    if (*path != '/')
        return persist_config_read_wrong(cmd, path,
                                         "an absolute path, for example "
                                         "/usr/libexec/mod_persist/persistd");
    server_config(cmd)->daemon = path;
    return NULL;
}

static const char *set_runtime_dir(cmd_parms *cmd, void *unused,
                                   const char *path)
{
    const char *error = ap_check_cmd_context(cmd, GLOBAL_ONLY);
    (void)unused;
    if (error)
        return error;
    if (!*path)
        return persist_config_read_wrong(
            cmd, path, "a directory, for example /run/persist");
    server_config(cmd)->runtime_dir = path;
    return NULL;
}

static const char *set_max_pools(cmd_parms *cmd, void *unused, const char *word)
{
    const char *error = ap_check_cmd_context(cmd, GLOBAL_ONLY);
    (void)unused;
    return error ? error
                 : persist_config_read_number(cmd, word, 1, 4096, "1024",
                                              &server_config(cmd)->max_pools);
}

static const char *set_max_workers(cmd_parms *cmd, void *unused,
                                   const char *word)
{
    const char *error = ap_check_cmd_context(cmd, GLOBAL_ONLY);
    (void)unused;
    return error ? error
                 : persist_config_read_number(cmd, word, 1, 4096, "64",
                                              &server_config(cmd)->max_workers);
}

static const char *set_stop_timeout(cmd_parms *cmd, void *unused,
                                    const char *word)
{
    const char *error = ap_check_cmd_context(cmd, GLOBAL_ONLY);
    (void)unused;
    return error ? error
                 : persist_config_read_span(cmd, word, &stop_span,
                                            &server_config(cmd)->stop_ms);
}

static const char *set_htaccess_cache(cmd_parms *cmd, void *unused, int on)
{
    const char *error = ap_check_cmd_context(cmd, GLOBAL_ONLY);
    (void)unused;
    if (!error)
        persist_htaccess_switch(on);
    return error;
}

static const char *set_workers(cmd_parms *cmd, void *dir, const char *least,
                               const char *most)
{
    persist_dir_config_t *config = persist_config_section(cmd, dir);
    uint64_t min, max;
    const char *error =
        persist_config_read_number(cmd, most, 1, SLOTS_POOL_SLOTS, "0 4", &max);
    if (!error)
        error =
            persist_config_read_number(cmd, least, 0, (int)max, "0 4", &min);
    if (error)
        return error;
    config->pool.workers_min = min;
    config->pool.workers_max = max;
    return persist_config_finish(cmd, config);
}

static const char *set_concurrency(cmd_parms *cmd, void *dir, const char *word)
{
    persist_dir_config_t *config = persist_config_section(cmd, dir);
    return persist_config_read_number(cmd, word, 1, SLOTS_UNITS, "4",
                                      &config->pool.concurrency);
}

static const char *set_threads(cmd_parms *cmd, void *dir, const char *word)
{
    persist_dir_config_t *config = persist_config_section(cmd, dir);
    return persist_config_read_number(cmd, word, 1, SLOTS_UNITS, "4",
                                      &config->pool.threads);
}

static const char *set_idle_timeout(cmd_parms *cmd, void *dir, const char *word)
{
    persist_dir_config_t *config = persist_config_section(cmd, dir);
    return persist_config_read_span(cmd, word, &idle_span,
                                    &config->pool.idle_ms);
}

static const char *set_queue(cmd_parms *cmd, void *dir, const char *length,
                             const char *timeout)
{
    persist_dir_config_t *config = persist_config_section(cmd, dir);
    const char *error = persist_config_read_number(
        cmd, length, 1, SLOTS_CELLS, "100 30s", &config->queue_length);
    if (!error)
        error = persist_config_read_span(
            cmd, timeout, &persist_config_ceiling_wait, &config->queue_ms);
    return error ? error : persist_config_finish(cmd, config);
}

static const char *set_request_timeout(cmd_parms *cmd, void *dir,
                                       const char *soft, const char *hard)
{
    persist_dir_config_t *config = persist_config_section(cmd, dir);
    const char *error = persist_config_read_span(
        cmd, soft, &persist_config_ceiling_request, &config->soft_ms);
    if (!error)
        error = persist_config_read_span(
            cmd, hard, &persist_config_ceiling_request, &config->pool.hard_ms);
    if (error)
        return error;
    if (config->pool.hard_ms && config->soft_ms > config->pool.hard_ms)
        return persist_config_read_wrong(
            cmd, soft,
            "a SOFT that is not above HARD, for example "
            "60s 300s");
    return persist_config_finish(cmd, config);
}

static const char *set_boot_timeout(cmd_parms *cmd, void *dir, const char *word)
{
    persist_dir_config_t *config = persist_config_section(cmd, dir);
    const char *error = persist_config_read_span(
        cmd, word, &persist_config_ceiling_wait, &config->pool.boot_ms);
    return error ? error : persist_config_finish(cmd, config);
}

static const char *set_max_body(cmd_parms *cmd, void *dir, const char *word)
{
    persist_dir_config_t *config = persist_config_section(cmd, dir);
    const char *error = persist_config_read_size(cmd, word, &config->max_body);
    return error ? error : persist_config_finish(cmd, config);
}

/* An expression in .htaccess may not read files, and may not see what the
 * request itself may not see. Older httpd has one flag for both. */
#ifdef AP_EXPR_FLAG_RESTRICTED_FILE_FUNC
#define AFFINITY_RESTRICTED                                                    \
    (AP_EXPR_FLAG_RESTRICTED | AP_EXPR_FLAG_RESTRICTED_FILE_FUNC)
#else
#define AFFINITY_RESTRICTED AP_EXPR_FLAG_RESTRICTED
#endif

static const char *set_affinity(cmd_parms *cmd, void *dir, const char *text)
{
    persist_dir_config_t *config = persist_config_section(cmd, dir);
    unsigned flags = AP_EXPR_FLAG_STRING_RESULT | AP_EXPR_FLAG_DONT_VARY;
    const ap_expr_info_t *expr = &persist_config_no_affinity;
    const char *error = NULL;
    if (ap_check_cmd_context(cmd, NOT_IN_HTACCESS))
        flags |= AFFINITY_RESTRICTED;
    if (ap_cstr_casecmp(text, "off") != 0)
        expr = ap_expr_parse_cmd(cmd, text, flags, &error, NULL);
    if (error)
        return persist_config_read_wrong(
            cmd, text,
            apr_psprintf(cmd->temp_pool,
                         "an expression, for example %%{req:Cookie}, or off "
                         "(%s)",
                         error));
    config->affinity = expr;
    return NULL;
}

static const char *set_debug(cmd_parms *cmd, void *dir, int on)
{
    persist_dir_config_t *config = persist_config_section(cmd, dir);
    config->pool.debug = (uint64_t)on;
    return NULL;
}

static const char *set_server_timing(cmd_parms *cmd, void *dir, int on)
{
    persist_dir_config_t *config = persist_config_section(cmd, dir);
    config->server_timing = (uint64_t)on;
    return NULL;
}

static const char *set_client_abort(cmd_parms *cmd, void *dir, int on)
{
    persist_dir_config_t *config = persist_config_section(cmd, dir);
    config->client_abort = (uint64_t)on;
    return NULL;
}

static const char *set_status_log(cmd_parms *cmd, void *dir, int on)
{
    persist_dir_config_t *config = persist_config_section(cmd, dir);
    config->status_log = (uint64_t)on;
    config->status_log_from = config->htaccess;
    return NULL;
}

const command_rec persist_config_commands[] = {
    AP_INIT_TAKE1("PersistDaemon", set_daemon, NULL, RSRC_CONF,
                  "path of the executable persistd"),
    AP_INIT_TAKE1("PersistRuntimeDir", set_runtime_dir, NULL, RSRC_CONF,
                  "directory for sockets, below DefaultRuntimeDir if relative"),
    AP_INIT_TAKE1("PersistMaxPools", set_max_pools, NULL, RSRC_CONF,
                  "how many scripts may be resident"),
    AP_INIT_TAKE1("PersistMaxWorkers", set_max_workers, NULL, RSRC_CONF,
                  "how many workers all scripts may have together"),
    AP_INIT_TAKE1("PersistStopTimeout", set_stop_timeout, NULL, RSRC_CONF,
                  "how long requests may take to end when httpd stops"),
    AP_INIT_TAKE2("PersistCeiling", persist_config_ceiling, NULL, RSRC_CONF,
                  "a name and the most that .htaccess files may set"),
    AP_INIT_FLAG("PersistHtaccessCache", set_htaccess_cache, NULL, RSRC_CONF,
                 "whether parsed .htaccess files are kept"),
    AP_INIT_TAKE1("PersistApp", persist_config_app_set, NULL, OR_FILEINFO,
                  "auto, off, a file or module:name: the folder is an "
                  "application"),
    AP_INIT_TAKE1("SetHandler", persist_config_app_handler, NULL, OR_FILEINFO,
                  "another handler than persist-app leaves an application"),
    AP_INIT_TAKE_ARGV("PersistInterpreter", persist_config_interpreter_set,
                      NULL, OR_FILEINFO,
                      "an extension and the command that runs such scripts"),
    AP_INIT_TAKE1("PersistMode", persist_config_life_mode, NULL, OR_FILEINFO,
                  "loop, or cgi: a process for each request"),
    AP_INIT_TAKE2("PersistWorkers", set_workers, NULL, OR_FILEINFO,
                  "how many workers a script has at least and at most"),
    AP_INIT_TAKE1("PersistConcurrency", set_concurrency, NULL, OR_FILEINFO,
                  "how many requests one worker may have at a time"),
    AP_INIT_TAKE1("PersistThreads", set_threads, NULL, OR_FILEINFO,
                  "how many threads a worker is asked to have"),
    AP_INIT_TAKE1("PersistIdleTimeout", set_idle_timeout, NULL, OR_FILEINFO,
                  "how long a worker may wait for work"),
    AP_INIT_TAKE1("PersistMaxRequests", persist_config_life_max_requests, NULL,
                  OR_FILEINFO, "requests after which a worker is replaced"),
    AP_INIT_TAKE1("PersistMaxAge", persist_config_life_max_age, NULL,
                  OR_FILEINFO, "time after which a worker is replaced"),
    AP_INIT_TAKE12("PersistMemoryLimit", persist_config_life_memory, NULL,
                   OR_FILEINFO,
                   "bytes at which a worker is replaced, and killed"),
    AP_INIT_TAKE1("PersistReload", persist_config_life_reload, NULL,
                  OR_FILEINFO, "what follows when a script changes"),
    AP_INIT_TAKE2("PersistQueue", set_queue, NULL, OR_FILEINFO,
                  "how many requests may wait for a worker, and how long"),
    AP_INIT_TAKE2("PersistRequestTimeout", set_request_timeout, NULL,
                  OR_FILEINFO, "when a request is warned, and when ended"),
    AP_INIT_TAKE1("PersistBootTimeout", set_boot_timeout, NULL, OR_FILEINFO,
                  "how long a worker may take to be ready"),
    AP_INIT_TAKE1("PersistMaxBody", set_max_body, NULL, OR_FILEINFO,
                  "longest request body in bytes (K, M, G), 0: no limit"),
    AP_INIT_TAKE12("PersistBuffer", persist_config_buffer, NULL, OR_FILEINFO,
                   "bytes of a request and of a response that httpd keeps for "
                   "a slow client, or off"),
    AP_INIT_TAKE2("PersistEnv", persist_config_env, NULL, OR_FILEINFO,
                  "a variable of the workers' environment"),
    AP_INIT_FLAG("PersistDebug", set_debug, NULL, OR_FILEINFO,
                 "whether error pages show why a script failed"),
    AP_INIT_TAKE1("PersistAffinity", set_affinity, NULL, OR_FILEINFO,
                  "an expression: equal values go to the same worker"),
    AP_INIT_FLAG("PersistServerTiming", set_server_timing, NULL, OR_FILEINFO,
                 "whether responses say where their time went"),
    AP_INIT_FLAG("PersistClientAbort", set_client_abort, NULL, OR_FILEINFO,
                 "whether a client that half-closes has left"),
    AP_INIT_FLAG("PersistStatusLog", set_status_log, NULL, OR_FILEINFO,
                 "whether status pages show lines of scripts"),
    AP_INIT_TAKE1("ScriptLog", persist_config_cgi_log, NULL, RSRC_CONF,
                  "a file for requests that a CGI program has failed"),
    AP_INIT_TAKE1("ScriptLogLength", persist_config_cgi_log_length, NULL,
                  RSRC_CONF, "bytes above which that file gets no more"),
    AP_INIT_TAKE1("ScriptLogBuffer", persist_config_cgi_log_buffer, NULL,
                  RSRC_CONF, "bytes of a request's body in that file"),
    {.name = NULL},
};
