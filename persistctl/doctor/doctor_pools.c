/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_pools.c: picks the application's pools out of the reports. */

#include "doctor/doctor_pools.h"
#include "ctl_ask.h"
#include "ctl_fields.h"
#include "ctl_file.h"
#include "ctl_instances.h"

#include "wire_message.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Returns 0, or -1 without memory. */
static int fill(doctor_pool_t *pool, const char *instance, ctl_record_t record)
{
    static const char *const counts[] = {"requests", "failed", "refused"};
    const char *id = ctl_fields_text(record, "id");
    *pool = (doctor_pool_t){.script = strdup(ctl_fields_text(record, "pool")),
                            .used_us = ctl_fields_number(record, "used_us"),
                            .fault = (int)ctl_fields_number(record, "fault")};
    for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++)
        pool->requests += ctl_fields_number(record, counts[i]);
    if (asprintf(&pool->key, "%s %s", instance, id ? id : "") < 0)
        pool->key = NULL;
    if (pool->script && pool->key)
        return 0;
    free(pool->script);
    free(pool->key);
    return -1;
}

static void add(doctor_pools_t *pools, const char *instance,
                ctl_record_t record)
{
    doctor_pool_t *list =
        reallocarray(pools->list, pools->count + 1, sizeof(*list));
    if (!list)
        return;
    pools->list = list;
    pools->count += fill(&list[pools->count], instance, record) == 0;
}

static void find(const doctor_pools_t *pools, const char **scripts,
                 size_t count, char *found)
{
    if (pools->entry[0])
        ctl_file_same(pools->entry, scripts, count, found);
    else
        ctl_file_within(pools->folder, scripts, count, found);
}

static void add_all(doctor_pools_t *pools, const char *instance,
                    const msgpack_sbuffer *report)
{
    ctl_record_t record = NULL;
    size_t count, at = 0;
    const char **scripts = ctl_fields_all(report, "pool", &count);
    char *found = scripts ? calloc(count + 1, 1) : NULL;
    if (found)
        find(pools, scripts, count, found);
    while (found && (record = ctl_fields_next(report, record)) != NULL)
        if (ctl_fields_text(record, "pool") && found[at++])
            add(pools, instance, record);
    free(found);
    free(scripts);
}

static int ask_one(void *context, const char *instance)
{
    msgpack_sbuffer report;
    msgpack_sbuffer_init(&report);
    int answered =
        ctl_ask_report(instance, WIRE_STATUS_FIELDS, NULL, &report) == 0 &&
        ctl_fields_seal(&report) == 0;
    if (answered)
        add_all(context, instance, &report);
    msgpack_sbuffer_destroy(&report);
    return answered;
}

void doctor_pools_ask(doctor_pools_t *pools, const char *runtime_dir,
                      const char *folder, const char *entry)
{
    *pools = (doctor_pools_t){.folder = folder, .entry = entry};
    int servers = ctl_instances_each(runtime_dir, ask_one, pools);
    pools->error = servers < 0 ? errno : 0;
    pools->servers = servers < 0 ? 0 : servers;
}

/* A pool that was not there yet had no requests. */
static doctor_pool_t known(const doctor_pools_t *pools, const char *key)
{
    for (size_t i = 0; i < pools->count; i++)
        if (strcmp(pools->list[i].key, key) == 0)
            return pools->list[i];
    return (doctor_pool_t){.used_us = INT64_MIN};
}

const doctor_pool_t *doctor_pools_met(const doctor_pools_t *before,
                                      const doctor_pools_t *after)
{
    for (size_t i = 0; i < after->count; i++) {
        const doctor_pool_t *pool = &after->list[i];
        const doctor_pool_t old = known(before, pool->key);
        if (pool->requests > old.requests ||
            (pool->fault && pool->used_us > old.used_us))
            return pool;
    }
    return NULL;
}

void doctor_pools_clear(doctor_pools_t *pools)
{
    while (pools->count > 0) {
        free(pools->list[--pools->count].script);
        free(pools->list[pools->count].key);
    }
    free(pools->list);
    pools->list = NULL;
}
