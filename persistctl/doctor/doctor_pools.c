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

static void add(doctor_pools_t *pools, ctl_record_t record)
{
    static const char *const counts[] = {"requests", "failed", "refused"};
    int fault = (int)ctl_fields_number(record, "fault");
    pools->fault = fault ? fault : pools->fault;
    for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++)
        pools->requests += ctl_fields_number(record, counts[i]);
}

/* httpd's path may lead over symbolic links. */
static void add_all(doctor_pools_t *pools, const msgpack_sbuffer *report)
{
    ctl_record_t record = NULL;
    size_t count, at = 0;
    const char **scripts = ctl_fields_all(report, "pool", &count);
    char *found = scripts ? calloc(count + 1, 1) : NULL;
    if (found)
        ctl_file_within(pools->folder, scripts, count, found);
    while (found && (record = ctl_fields_next(report, record)) != NULL)
        if (ctl_fields_text(record, "pool") && found[at++])
            add(pools, record);
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
        add_all(context, &report);
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
