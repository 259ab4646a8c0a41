/* SPDX-License-Identifier: Apache-2.0 */
/* persist_settings.c: computes SETTINGS for persistd. */

#include "lifecycle/persist_settings.h"
#include "lifecycle/persist_environment.h"

#include "common_umask.h"
#include "slots_layout.h"

#include <ap_mpm.h>
#include <http_log.h>
#include <string.h>
#include <unistd.h>

APLOG_USE_MODULE(persist);

#define WORKER_PATH "PATH=/usr/local/bin:/usr/bin:/bin"
#define ENVIRONMENT_MAX 64 /* strings; far below WIRE_ELEMENTS_MAX */

static uint32_t query(int code)
{
    int value;
    return ap_mpm_query(code, &value) == APR_SUCCESS && value > 0
               ? (uint32_t)value
               : 0;
}

/* At a graceful restart the children of both generations live side by side, and
 * an index is free only some milliseconds after its child's death. */
static uint32_t owners_wanted(void)
{
    uint64_t owners = (uint64_t)query(AP_MPMQ_HARD_LIMIT_DAEMONS) * 2 + 16;
    return owners < SLOTS_OWNERS_MAX ? (uint32_t)owners : SLOTS_OWNERS_MAX;
}

void persist_settings_sizes(const persist_server_config_t *config,
                            persist_instance_t *sizes)
{
    sizes->owners = owners_wanted();
    sizes->slots = (uint32_t)config->max_workers;
    sizes->pools = (uint32_t)config->max_pools;
}

static void add_variable(apr_array_header_t *list, const char *variable)
{
    const char *value = strchr(variable, '=') + 1;
    wire_bytes_t *name = apr_array_push(list);
    wire_bytes_t *bytes;
    *name = (wire_bytes_t){(const uint8_t *)variable,
                           (size_t)(value - variable) - 1};
    bytes = apr_array_push(list);
    *bytes = (wire_bytes_t){(const uint8_t *)value, strlen(value)};
}

static wire_list_t environment(apr_pool_t *p)
{
    apr_array_header_t *list = apr_array_make(p, 8, sizeof(wire_bytes_t));
    int path = 0;
    for (char **variable = environ; variable && *variable; variable++) {
        if (!persist_environment_is_for_workers(*variable) ||
            list->nelts >= ENVIRONMENT_MAX)
            continue;
        path |= strncmp(*variable, "PATH=", 5) == 0;
        add_variable(list, *variable);
    }
    if (!path)
        add_variable(list, WORKER_PATH);
    return (wire_list_t){(const wire_bytes_t *)list->elts, (size_t)list->nelts};
}

static uint32_t owner_share(const persist_server_config_t *config,
                            uint32_t workers)
{
    if (config->ceiling.owner_share)
        return (uint32_t)config->ceiling.owner_share;
    return workers > 1 ? workers * 3 / 4 : 1;
}

void persist_settings_make(const server_rec *s,
                           const persist_instance_t *instance,
                           wire_settings_t *settings, apr_pool_t *p)
{
    const persist_server_config_t *config = persist_config_server(s);
    uint32_t wanted = (uint32_t)config->max_workers;
    settings->token = (wire_bytes_t){instance->token, sizeof(instance->token)};
    settings->max_workers = wanted < instance->slots ? wanted : instance->slots;
    settings->owner_share = owner_share(config, settings->max_workers);
    settings->stop_ms = config->stop_ms;
    settings->environment = environment(p);
    settings->debug = APLOGdebug(s);
    settings->umask = common_umask();
}

uint32_t persist_settings_queue_total(const persist_server_config_t *config)
{
    uint64_t threads = (uint64_t)query(AP_MPMQ_MAX_DAEMONS) *
                       (query(AP_MPMQ_MAX_THREADS) ?: 1);
    if (config->ceiling.queue_total)
        return (uint32_t)config->ceiling.queue_total;
    return threads >= 4 ? (uint32_t)(threads / 2) : 1;
}

uint32_t persist_settings_threads_half(void)
{
    uint32_t threads = query(AP_MPMQ_MAX_THREADS);
    return threads >= 4 ? threads / 2 : 1;
}
