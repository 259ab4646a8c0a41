/* SPDX-License-Identifier: Apache-2.0 */
/* persist_config_test.c: each setting of a pool, and PersistBuffer, is merged,
 * has its default, and stays below its ceiling. This file stands in for the few
 * functions of httpd that persist_config.c calls. */

#include "config/persist_config.h"
#include "config/persist_config_sections.h"
#include "tap.h"

#include <apr_general.h>
#include <apr_strings.h>
#include <http_core.h>
#include <http_log.h>
#include <stddef.h>

module AP_MODULE_DECLARE_DATA persist_module;

static apr_pool_t *p;
/* httpd keeps the structures in a vector, one for each module. */
static void *dir_vector[1], *server_vector[1];
static server_rec server = {.module_config = (ap_conf_vector_t *)server_vector};
static persist_ceiling_t *ceilings;

const char *ap_check_cmd_context(cmd_parms *cmd, unsigned forbidden)
{
    (void)cmd;
    (void)forbidden;
    return NULL;
}

void ap_log_error_(const char *file, int line, int module, int level,
                   apr_status_t status, const server_rec *s, const char *format,
                   ...)
{
    (void)file, (void)line, (void)module, (void)level, (void)status;
    (void)s, (void)format;
}

char *ap_runtime_dir_relative(apr_pool_t *pool, const char *path)
{
    return apr_pstrdup(pool, path);
}

void ap_hook_check_config(ap_HOOK_check_config_t *hook,
                          const char *const *before, const char *const *after,
                          int order)
{
    (void)hook, (void)before, (void)after, (void)order;
}

typedef struct row {
    const char *name;
    size_t offset; /* in persist_dir_config_t */
    uint64_t fallback;
    int has_ceiling;
    int limits; /* 0 means "no limit" */
} row_t;

/* The first member of persist_ceiling_t stands for "no ceiling". */
#define ROW(name, fallback, ceiling, limits)                                   \
    {#name, offsetof(persist_dir_config_t, name), fallback,                    \
     offsetof(persist_ceiling_t, ceiling) != 0, limits},
#define POOL_NUMBER(name, low, high, fallback, ceiling)                        \
    ROW(pool.name, fallback, ceiling, 0)
#define POOL_LIMIT(name, low, high, fallback, ceiling)                         \
    ROW(pool.name, fallback, ceiling, 1)

static const row_t rows[] = {
    ROW(buffer_request, 16 << 20, buffer_request, 0)
        ROW(buffer_response, 16 << 20, buffer_response, 0)
#include "wire_pool_settings.h"
};

static uint64_t *field(persist_dir_config_t *config, const row_t *row)
{
    return (uint64_t *)((char *)config + row->offset);
}

/* Makes a section that sets only this setting. */
static persist_sections_t *section(const row_t *row, uint64_t value)
{
    persist_sections_t *section = persist_config_create_dir(p, NULL);
    *field(section->own, row) = value;
    return section;
}

/* Returns the setting of a request in two such sections, one inside the
 * other. */
static uint64_t of_request(const row_t *row, uint64_t outer, uint64_t inner)
{
    const request_rec r = {.pool = p,
                           .server = &server,
                           .per_dir_config = (ap_conf_vector_t *)dir_vector};
    persist_dir_config_t config;
    dir_vector[0] =
        persist_config_merge_dir(p, section(row, outer), section(row, inner));
    persist_config_dir(&r, &config);
    return *field(&config, row);
}

/* Returns the setting at the end of a directive that sets it to `value`. */
static uint64_t of_directive(const row_t *row, uint64_t value, int htaccess)
{
    const command_rec command = {.name = "PersistX"};
    cmd_parms cmd = {.server = &server,
                     .cmd = &command,
                     .pool = p,
                     .temp_pool = htaccess ? p : NULL};
    persist_dir_config_t *config = section(row, value)->own;
    persist_config_finish(&cmd, config);
    return *field(config, row);
}

/* Returns the value, lowered to a ceiling of 5. */
static uint64_t lowered(const row_t *row, uint64_t value)
{
    int above = value > 5 || (row->limits && value == 0);
    return row->has_ceiling && above ? 5 : value;
}

static void set_ceilings(uint64_t most)
{
    *ceilings = (persist_ceiling_t){
        0,    most, most, most, most, most, most, most,
        most, most, most, most, most, most, most, most,
    };
}

static void test_merge(const row_t *row)
{
    const uint64_t none = PERSIST_CONFIG_UNSET;
    set_ceilings(0);
    ok(of_request(row, none, none) == row->fallback, "the default");
    ok(of_request(row, 11, none) == 11, "inherited");
    ok(of_request(row, none, 12) == 12, "set inside");
    ok(of_request(row, 11, 12) == 12, "the inner value replaces the outer");
}

static void test_ceiling(const row_t *row)
{
    const uint64_t none = PERSIST_CONFIG_UNSET;
    set_ceilings(5);
    ok(of_directive(row, 9, 1) == lowered(row, 9), "above, in .htaccess");
    ok(of_directive(row, 0, 1) == lowered(row, 0), "0, in .htaccess");
    ok(of_directive(row, 4, 1) == 4, "below, in .htaccess");
    ok(of_directive(row, none, 1) == none, "not set in .htaccess");
    ok(of_directive(row, 9, 0) == 9, "above, in the server's configuration");
    ok(of_request(row, none, none) == lowered(row, row->fallback),
       "the default is lowered");
}

int main(void)
{
    if (apr_initialize() != APR_SUCCESS ||
        apr_pool_create(&p, NULL) != APR_SUCCESS)
        bail_out("no APR");
    persist_server_config_t *config = persist_config_create_server(p, &server);
    server_vector[0] = config;
    ceilings = &config->ceiling;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        printf("# %s\n", rows[i].name);
        test_merge(&rows[i]);
        test_ceiling(&rows[i]);
    }
    apr_terminate();
    return done_testing();
}
