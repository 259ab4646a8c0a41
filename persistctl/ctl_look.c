/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_look.c: gets the reports, and prints them. */

#include "ctl_look.h"
#include "ctl_ask.h"
#include "ctl_each.h"
#include "ctl_fields.h"
#include "ctl_file.h"
#include "ctl_folder.h"
#include "ctl_print.h"
#include "ctl_scripts.h"
#include "ctl_table.h"

#include "wire_message.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct look {
    const ctl_options_t *options;
    int format;
    ctl_look_fn *take;
    void *context;
    const char *below; /* the folder whose scripts are meant, or NULL */
    int found;         /* number of reports */
} look_t;

static int look_at(look_t *look, const char *instance, const char *script)
{
    msgpack_sbuffer report;
    msgpack_sbuffer_init(&report);
    int result = ctl_ask_report(instance, look->format, script, &report);
    int error = errno;
    if (result == 0 && look->format == WIRE_STATUS_FIELDS) {
        error = ENOMEM;
        result = ctl_fields_seal(&report);
    }
    if (result == 0) {
        look->found++;
        look->take(look->context, &report);
    }
    msgpack_sbuffer_destroy(&report);
    errno = error;
    return result;
}

static int look_at_found(look_t *look, const char *instance,
                         const ctl_scripts_t *scripts)
{
    int result = 0;
    for (size_t i = 0; i < scripts->count && result == 0; i++)
        result = look_at(look, instance, scripts->names[i]);
    return result;
}

static int look_at_named(look_t *look, const char *instance)
{
    ctl_scripts_t scripts;
    int result =
        look->below
            ? ctl_scripts_below(&scripts, instance, look->below)
            : ctl_scripts_find(&scripts, instance, look->options->script);
    if (result == 0)
        result = look_at_found(look, instance, &scripts);
    int error = errno;
    ctl_scripts_clear(&scripts);
    errno = error;
    return result;
}

static int look_at_one(void *context, const char *instance)
{
    look_t *look = context;
    return look->options->script ? look_at_named(look, instance)
                                 : look_at(look, instance, NULL);
}

/* A folder that is no application means the scripts in it. */
static int look_below(look_t *look)
{
    char *folder = ctl_file_folder(look->options->script);
    int status = CTL_DONE;
    look->below = folder;
    if (folder)
        status = ctl_each(look->options, look_at_one, look);
    look->below = NULL;
    free(folder);
    return status;
}

static void blame(const ctl_options_t *options)
{
    if (!ctl_scripts_is_missing(options) && !ctl_folder_blame(options))
        fprintf(stderr,
                "persistctl: %s: it has no pool below %s that you may see; its "
                "first request makes one\n",
                options->script, options->runtime_dir);
}

int ctl_look(const ctl_options_t *options, int format, ctl_look_fn *take,
             void *context)
{
    look_t look = {
        .options = options, .format = format, .take = take, .context = context};
    int status = ctl_each(options, look_at_one, &look);
    if (status == CTL_DONE && look.found == 0)
        status = look_below(&look);
    if (status != CTL_DONE || look.found > 0)
        return status;
    blame(options);
    return CTL_FAILED;
}

static void print_report(void *context, const msgpack_sbuffer *report)
{
    (void)context;
    ctl_print(stdout, report->data, report->size);
}

int ctl_look_status(const ctl_options_t *options)
{
    return ctl_look(options,
                    options->json ? WIRE_STATUS_JSON : WIRE_STATUS_TEXT,
                    print_report, NULL);
}

/* Adds a cell with a short form of the time: "1.5 ms", "2 min". */
static void add_time(ctl_table_t *table, int64_t ms)
{
    if (ms < 10000)
        ctl_table_add(table, "%.1f s", (double)ms / 1000);
    else if (ms < 600000)
        ctl_table_add(table, "%" PRId64 " s", ms / 1000);
    else if (ms < 36000000)
        ctl_table_add(table, "%" PRId64 " min", ms / 60000);
    else
        ctl_table_add(table, "%" PRId64 " h", ms / 3600000);
}

static void add_number(ctl_table_t *table, ctl_record_t record,
                       const char *name)
{
    ctl_table_add(table, "%" PRId64, ctl_fields_number(record, name));
}

static void add_text(ctl_table_t *table, ctl_record_t record, const char *name)
{
    const char *text = ctl_fields_text(record, name);
    ctl_table_add(table, "%s", text ? text : "?");
}

/* "old" and "draining": the script has a pool with newer settings. */
static int is_replaced(ctl_record_t record)
{
    const char *settings = ctl_fields_text(record, "settings");
    return settings &&
           (strcmp(settings, "old") == 0 || strcmp(settings, "draining") == 0);
}

static void add_pool(ctl_table_t *table, ctl_record_t record)
{
    int64_t fault = ctl_fields_number(record, "fault");
    add_text(table, record, is_replaced(record) ? "settings" : "state");
    ctl_table_add(table, "%" PRId64 "/%" PRId64,
                  ctl_fields_number(record, "workers"),
                  ctl_fields_number(record, "max"));
    add_number(table, record, "waiting");
    add_number(table, record, "requests");
    ctl_table_add(table, "%.1f",
                  (double)ctl_fields_number(record, "mean_us") / 1000);
    add_number(table, record, "refused");
    add_number(table, record, "failed");
    ctl_table_add(table, fault ? "PERSIST%04" PRId64 : "-", fault);
    add_text(table, record, "pool");
}

static void add_worker(ctl_table_t *table, ctl_record_t record)
{
    add_number(table, record, "worker");
    add_text(table, record, "state");
    add_time(table, ctl_fields_number(record, "state_ms"));
    add_time(table, ctl_fields_number(record, "idle_ms"));
    ctl_table_add(table, "%" PRId64 "/%" PRId64,
                  ctl_fields_number(record, "busy"),
                  ctl_fields_number(record, "capacity"));
    add_number(table, record, "requests");
    add_text(table, record, "script");
}

static void take_pools(void *context, const msgpack_sbuffer *report)
{
    ctl_record_t record = NULL;
    while ((record = ctl_fields_next(report, record)) != NULL)
        if (ctl_fields_text(record, "pool"))
            add_pool(context, record);
}

static void take_workers(void *context, const msgpack_sbuffer *report)
{
    ctl_record_t record = NULL;
    while ((record = ctl_fields_next(report, record)) != NULL)
        if (ctl_fields_text(record, "worker"))
            add_worker(context, record);
}

static int show(const ctl_options_t *options, ctl_table_t *table,
                ctl_look_fn *take)
{
    if (options->json)
        return ctl_look_status(options);
    const ctl_style_t style = ctl_style_of(stdout);
    int status = ctl_look(options, WIRE_STATUS_FIELDS, take, table);
    if (status == CTL_DONE || table->count > 0)
        ctl_table_show(table, stdout, &style);
    if (status == CTL_DONE && table->count == 0 && !options->script)
        fprintf(stderr, "persistctl: no %s that you may see below %s\n",
                options->command, options->runtime_dir);
    ctl_table_clear(table);
    return status;
}

int ctl_look_pools(const ctl_options_t *options)
{
    static const char *const heads[] = {"STATE",  "WORKERS", "WAITING",
                                        "SERVED", "MEAN MS", "REFUSED",
                                        "FAILED", "FAULT",   "SCRIPT"};
    ctl_table_t table = {.heads = heads,
                         .columns = sizeof(heads) / sizeof(heads[0])};
    return show(options, &table, take_pools);
}

int ctl_look_workers(const ctl_options_t *options)
{
    static const char *const heads[] = {"PID",  "STATE",  "SINCE", "IDLE",
                                        "BUSY", "SERVED", "SCRIPT"};
    ctl_table_t table = {.heads = heads,
                         .columns = sizeof(heads) / sizeof(heads[0])};
    return show(options, &table, take_workers);
}

typedef struct pids {
    int json;
    int count;
} pids_t;

static void take_pids(void *context, const msgpack_sbuffer *report)
{
    pids_t *pids = context;
    ctl_record_t record = NULL;
    while ((record = ctl_fields_next(report, record)) != NULL) {
        int64_t pid = ctl_fields_number(record, "worker");
        if (pid > 0)
            printf(pids->json ? "%s%" PRId64 : "%s%" PRId64 "\n",
                   pids->json && pids->count++ > 0 ? "," : "", pid);
    }
}

int ctl_look_pid(const ctl_options_t *options)
{
    pids_t pids = {.json = options->json};
    if (pids.json)
        fputs("{\"pids\":[", stdout);
    int status = ctl_look(options, WIRE_STATUS_FIELDS, take_pids, &pids);
    if (pids.json)
        fputs("]}\n", stdout);
    return status;
}
