/* SPDX-License-Identifier: Apache-2.0 */
/* persist_instance.c: the record of a persistd that httpd's parent keeps. */

#include "lifecycle/persist_instance.h"
#include "lifecycle/persist_user.h"

#include "persist_build.h"
#include "slots_layout.h"
#include "wire_limits.h"

#include <apr_general.h>
#include <apr_strings.h>
#include <http_config.h>
#include <string.h>
#include <unistd.h>

#define RETAINED_KEY "mod_persist"

/* The layout has been the same since the first version. */
_Static_assert(sizeof(persist_retained_t) == 8 + 2 * 344, "records are kept");

persist_retained_t *persist_instance_retained(void)
{
    persist_retained_t *retained = ap_retained_data_get(RETAINED_KEY);
    return retained ? retained
                    : ap_retained_data_create(RETAINED_KEY, sizeof(*retained));
}

/* FNV-1a. Only equality matters, and a collision gives nobody an advantage. */
static uint64_t mix(uint64_t hash, const void *data, size_t len)
{
    const uint8_t *bytes = data;
    for (size_t i = 0; i < len; i++)
        hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
    return hash;
}

uint64_t persist_instance_identity(const char *runtime_dir)
{
    const uint32_t numbers[] = {WIRE_VERSION, SLOTS_LAYOUT_VERSION,
                                (uint32_t)persist_user_uid(),
                                (uint32_t)persist_user_gid()};
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    hash = mix(hash, PERSIST_VERSION, sizeof(PERSIST_VERSION));
    hash = mix(hash, numbers, sizeof(numbers));
    return mix(hash, runtime_dir, strlen(runtime_dir));
}

apr_status_t persist_instance_make(persist_instance_t *instance)
{
    unsigned char random[PERSIST_INSTANCE_TOKEN + 4];
    const unsigned char *hex = random + PERSIST_INSTANCE_TOKEN;
    apr_status_t rv = apr_generate_random_bytes(random, sizeof(random));
    if (rv != APR_SUCCESS)
        return rv;
    memset(instance, 0, sizeof(*instance));
    memcpy(instance->token, random, PERSIST_INSTANCE_TOKEN);
    apr_snprintf(instance->name, sizeof(instance->name),
                 "%" APR_PID_T_FMT ".%02x%02x%02x%02x", getpid(), hex[0],
                 hex[1], hex[2], hex[3]);
    instance->link = -1;
    return APR_SUCCESS;
}

const char *persist_instance_path(const persist_instance_t *instance,
                                  const char *runtime_dir, apr_pool_t *p)
{
    return apr_pstrcat(p, runtime_dir, "/", instance->name, NULL);
}
