/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_pools.c: adds up the pools of a folder. */

#include "doctor/doctor_pools.h"
#include "ctl_ask.h"
#include "ctl_fields.h"
#include "ctl_file.h"
#include "ctl_instances.h"

#include "wire_message.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int is_within(const char *folder, const char *path)
{
    size_t len = strlen(folder);
    return strncmp(path, folder, len) == 0 &&
           (path[len] == '/' || path[len] == '\0');
}

/* httpd's path may lead over symbolic links. */
static int is_ours(const char *folder, const char *script)
{
    if (is_within(folder, script))
        return 1;
    const char *name = strrchr(folder, '/');
    if (!name || !strstr(script, name))
        return 0;
    char *path = ctl_file_path(script);
    int ours = path && is_within(folder, path);
    free(path);
    return ours;
}

static void add(doctor_pools_t *pools, ctl_record_t record)
{
    static const char *const counts[] = {"requests", "failed", "refused"};
    int fault = (int)ctl_fields_number(record, "fault");
    pools->fault = fault ? fault : pools->fault;
    for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++)
        pools->requests += ctl_fields_number(record, counts[i]);
}

static int ask_one(void *context, const char *instance)
{
    doctor_pools_t *pools = context;
    ctl_record_t record = NULL;
    msgpack_sbuffer report;
    msgpack_sbuffer_init(&report);
    int answered =
        ctl_ask_report(instance, WIRE_STATUS_FIELDS, NULL, &report) == 0 &&
        ctl_fields_seal(&report) == 0;
    while (answered && (record = ctl_fields_next(&report, record)) != NULL) {
        const char *script = ctl_fields_text(record, "pool");
        if (script && is_ours(pools->folder, script))
            add(pools, record);
    }
    msgpack_sbuffer_destroy(&report);
    return answered;
}

void doctor_pools_ask(doctor_pools_t *pools, const char *runtime_dir,
                      const char *folder)
{
    *pools = (doctor_pools_t){.folder = folder};
    int servers = ctl_instances_each(runtime_dir, ask_one, pools);
    pools->error = servers < 0 ? errno : 0;
    pools->servers = servers < 0 ? 0 : servers;
}
