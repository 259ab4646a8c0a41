/* SPDX-License-Identifier: Apache-2.0 */
/* persist_config.c: makes the configuration's sections, and of those that count
 * for a request its settings. One table of fields, fields[], drives all of
 * it. */

#include "config/persist_config.h"
#include "config/persist_config_sections.h"

#include "common_names.h"
#include "persist_build.h"
#include "slots_layout.h"
#include "wire_fault.h"
#include "wire_message.h"

#include <apr_lib.h>
#include <apr_strings.h>
#include <errno.h>
#include <http_core.h>
#include <http_log.h>
#include <http_protocol.h>
#include <limits.h>
#include <stdatomic.h>
#include <stddef.h>

APLOG_USE_MODULE(persist);

#define DEFAULT_DAEMON PERSIST_LIBEXECDIR "/persistd"
#define SECONDS(n) (UINT64_C(1000) * (n))
#define MEGABYTES(n) (UINT64_C(1048576) * (n))

/* "/<pid>.<8 hex>" below PersistRuntimeDir, with the largest pid of Linux. */
#define INSTANCE_NAME_MAX (sizeof("/4194304.01234567") - 1)

/* A number in persist_dir_config_t. */
typedef struct field {
    size_t offset;
    int limits; /* 0 means "no limit" */
    uint64_t fallback;
    size_t ceiling; /* in persist_ceiling_t */
} field_t;

#define FIELD(name, limits, fallback, ceiling)                                 \
    {                                                                          \
        offsetof(persist_dir_config_t, name), limits, fallback,                \
            offsetof(persist_ceiling_t, ceiling)                               \
    }
#define POOL_NUMBER(name, low, high, fallback, ceiling)                        \
    FIELD(pool.name, 0, fallback, ceiling),
#define POOL_LIMIT(name, low, high, fallback, ceiling)                         \
    FIELD(pool.name, 1, fallback, ceiling),

static const field_t fields[] = {
    FIELD(soft_ms, 1, 0, none),
    FIELD(queue_length, 0, 100, queue_length),
    FIELD(queue_ms, 1, SECONDS(30), queue_ms),
    FIELD(max_body, 1, 0, max_body),
    FIELD(buffer_request, 0, MEGABYTES(16), buffer_request),
    FIELD(buffer_response, 0, MEGABYTES(16), buffer_response),
    FIELD(server_timing, 0, 0, none),
    FIELD(client_abort, 0, 1, none),
    FIELD(status_log, 0, 0, none),
    FIELD(cgi_log_length, 0, 10385760, none),
    FIELD(cgi_log_buffer, 0, 1024, none),
#include "wire_pool_settings.h"
};

#define FIELD_COUNT (sizeof(fields) / sizeof(*fields))

const ap_expr_info_t persist_config_no_affinity;

static uint64_t *at(persist_dir_config_t *config, const field_t *field)
{
    return (uint64_t *)((char *)config + field->offset);
}

static uint64_t get(const persist_dir_config_t *config, const field_t *field)
{
    return *(const uint64_t *)((const char *)config + field->offset);
}

/* Returns the value, or the ceiling if the value is above it. "No limit" is
 * above every ceiling. */
static uint64_t lowered(const field_t *field, const persist_ceiling_t *ceiling,
                        uint64_t value)
{
    uint64_t most = *(const uint64_t *)((const char *)ceiling + field->ceiling);
    int above = value > most || (field->limits && !value);
    return most && above ? most : value;
}

static void clear(persist_dir_config_t *config)
{
    *config = (persist_dir_config_t){0};
    for (size_t i = 0; i < FIELD_COUNT; i++)
        *at(config, &fields[i]) = PERSIST_CONFIG_UNSET;
}

void *persist_config_create_dir(apr_pool_t *p, char *dir)
{
    persist_dir_config_t *config = apr_palloc(p, sizeof(*config));
    (void)dir;
    clear(config);
    return persist_config_sections_begin(p, config);
}

void *persist_config_merge_dir(apr_pool_t *p, void *base, void *add)
{
    return (void *)(uintptr_t)persist_config_sections_join(p, base, add);
}

/* httpd runs the commands of a .htaccess file with the request's pool as both
 * pools. */
static int is_in_htaccess(const cmd_parms *cmd)
{
    return cmd->pool == cmd->temp_pool;
}

persist_dir_config_t *persist_config_section(const cmd_parms *cmd, void *dir)
{
    persist_dir_config_t *own = ((persist_sections_t *)dir)->own;
    if (is_in_htaccess(cmd))
        own->htaccess = cmd->directive->filename;
    return own;
}

/* The inner section's value of a name replaces the outer one's. */
static apr_array_header_t *merge_environment(apr_pool_t *p,
                                             apr_array_header_t *outer,
                                             apr_array_header_t *inner)
{
    apr_array_header_t *both;
    if (!outer || !inner)
        return inner ? inner : outer;
    both = apr_array_copy(p, outer);
    for (int i = 0; i < inner->nelts; i += 2)
        persist_config_setenv(both, APR_ARRAY_IDX(inner, i, const char *),
                              APR_ARRAY_IDX(inner, i + 1, const char *));
    return both;
}

static apr_hash_t *merge_interpreters(apr_pool_t *p, apr_hash_t *outer,
                                      apr_hash_t *inner)
{
    if (!outer || !inner)
        return inner ? inner : outer;
    return apr_hash_overlay(p, inner, outer);
}

/* Puts an inner section's values in the place of those of the outer ones. */
static void overlay(apr_pool_t *p, persist_dir_config_t *config,
                    const persist_dir_config_t *inner)
{
    config->environment =
        merge_environment(p, config->environment, inner->environment);
    config->interpreters =
        merge_interpreters(p, config->interpreters, inner->interpreters);
    if (inner->affinity)
        config->affinity = inner->affinity;
    if (inner->cgi_log)
        config->cgi_log = inner->cgi_log;
    if (inner->status_log != PERSIST_CONFIG_UNSET)
        config->status_log_from = inner->status_log_from;
    for (size_t i = 0; i < FIELD_COUNT; i++)
        if (get(inner, &fields[i]) != PERSIST_CONFIG_UNSET)
            *at(config, &fields[i]) = get(inner, &fields[i]);
}

void persist_config_setenv(apr_array_header_t *environment, const char *name,
                           const char *value)
{
    for (int i = 0; i < environment->nelts; i += 2) {
        if (strcmp(APR_ARRAY_IDX(environment, i, const char *), name) == 0) {
            APR_ARRAY_IDX(environment, i + 1, const char *) = value;
            return;
        }
    }
    APR_ARRAY_PUSH(environment, const char *) = name;
    APR_ARRAY_PUSH(environment, const char *) = value;
}

/* Threads that race may log a field twice, which does no harm. */
static void say_lowered(const server_rec *s, const char *directive,
                        size_t field)
{
    static atomic_uint said;
    unsigned bit = 1u << field;
    _Static_assert(FIELD_COUNT <= sizeof(bit) * CHAR_BIT, "a bit for each");
    if (!(atomic_fetch_or_explicit(&said, bit, memory_order_relaxed) & bit))
        ap_log_error(APLOG_MARK, APLOG_INFO, 0, s,
                     "%s in a .htaccess file is above PersistCeiling and was "
                     "lowered (said once for each child)",
                     directive);
}

void persist_config_lower(const server_rec *s, const char *directive,
                          persist_dir_config_t *config)
{
    const persist_ceiling_t *ceiling = &persist_config_server(s)->ceiling;
    for (size_t i = 0; i < FIELD_COUNT; i++) {
        const field_t *field = &fields[i];
        uint64_t value = get(config, field);
        uint64_t least = lowered(field, ceiling, value);
        if (value == PERSIST_CONFIG_UNSET || least == value)
            continue;
        *at(config, field) = least;
        say_lowered(s, directive, i);
    }
}

const char *persist_config_finish(cmd_parms *cmd, persist_dir_config_t *config)
{
    if (is_in_htaccess(cmd))
        persist_config_lower(cmd->server, cmd->cmd->name, config);
    return NULL;
}

static const persist_sections_t *sections_of(const request_rec *r)
{
    return ap_get_module_config(r->per_dir_config, &persist_module);
}

/* Gives values that no section has set their defaults, below the ceilings. */
static void complete(const server_rec *s, persist_dir_config_t *config)
{
    const persist_ceiling_t *ceiling = &persist_config_server(s)->ceiling;
    if (config->affinity == &persist_config_no_affinity)
        config->affinity = NULL;
    for (size_t i = 0; i < FIELD_COUNT; i++)
        if (get(config, &fields[i]) == PERSIST_CONFIG_UNSET)
            *at(config, &fields[i]) =
                lowered(&fields[i], ceiling, fields[i].fallback);
}

void persist_config_dir(const request_rec *r, persist_dir_config_t *config)
{
    const persist_sections_t *sections = sections_of(r);
    const persist_dir_config_t **list = NULL;
    size_t count =
        sections ? persist_config_sections_list(sections, r->pool, &list) : 0;
    if (count > 0)
        *config = *list[0];
    else
        clear(config);
    for (size_t i = 1; i < count; i++)
        overlay(r->pool, config, list[i]);
    complete(r->server, config);
}

const persist_app_t *persist_config_app(const request_rec *r)
{
    const persist_sections_t *sections = sections_of(r);
    return sections && sections->app->folder ? sections->app : NULL;
}

void *persist_config_create_server(apr_pool_t *p, server_rec *s)
{
    persist_server_config_t *config = apr_pcalloc(p, sizeof(*config));
    (void)s;
    config->daemon = DEFAULT_DAEMON;
    config->runtime_dir = PERSIST_RUNTIME_DIR;
    config->max_pools = 1024;
    config->max_workers = 64;
    config->stop_ms = SECONDS(10);
    config->ceiling = (persist_ceiling_t){
        .workers = 16,
        .queue_length = SLOTS_CELLS,
        .queue_ms = SECONDS(300),
        .boot_ms = SECONDS(300),
        .hard_ms = SECONDS(3600),
        .buffer_request = MEGABYTES(64),
        .buffer_response = MEGABYTES(64),
        .buffer_total = MEGABYTES(1024),
        .buffer_share = MEGABYTES(256),
    };
    return config;
}

/* Virtual hosts share the main server's structure, so that they see what
 * check_config() sets. */
void *persist_config_merge_server(apr_pool_t *p, void *base, void *add)
{
    (void)p;
    (void)add;
    return base;
}

const persist_server_config_t *persist_config_server(const server_rec *s)
{
    return ap_get_module_config(s->module_config, &persist_module);
}

static const char *beside(const char *program, const char *name, apr_pool_t *p)
{
    const char *folder = apr_pstrmemdup(
        p, program, (size_t)(apr_filepath_name_get(program) - program));
    return apr_pstrcat(p, folder, name, NULL);
}

/* Makes the paths once all directives have been read, because DefaultRuntimeDir
 * may stand behind PersistRuntimeDir. Also runs for httpd -t. */
static int check_config(apr_pool_t *pconf, apr_pool_t *plog, apr_pool_t *ptemp,
                        server_rec *s)
{
    persist_server_config_t *config =
        ap_get_module_config(s->module_config, &persist_module);
    const char *path = ap_runtime_dir_relative(pconf, config->runtime_dir);
    (void)plog;
    (void)ptemp;
    if (!path || strlen(path) > COMMON_INSTANCE_MAX - INSTANCE_NAME_MAX) {
        ap_log_error(APLOG_MARK, APLOG_EMERG, 0, s,
                     "PERSIST%d: PersistRuntimeDir \"%s\" is too long for the "
                     "sockets below it: at most %d bytes, for example "
                     "/run/persist",
                     WIRE_FAULT_PATH_TOO_LONG, config->runtime_dir,
                     (int)(COMMON_INSTANCE_MAX - INSTANCE_NAME_MAX));
        return HTTP_INTERNAL_SERVER_ERROR;
    }
    config->runtime_dir = path;
    config->launcher = beside(config->daemon, "persist-app", pconf);
    config->cgi_host = beside(config->daemon, "persist-cgi-host", pconf);
    return OK;
}

void persist_config_register_hooks(apr_pool_t *p)
{
    (void)p;
    ap_hook_check_config(check_config, NULL, NULL, APR_HOOK_MIDDLE);
}
