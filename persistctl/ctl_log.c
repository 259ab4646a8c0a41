/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_log.c: asks which scripts have lines, selects those that are meant, and
 * asks for their lines script by script, so that each report is small. */

#include "ctl_log.h"
#include "ctl_ask.h"
#include "ctl_each.h"
#include "ctl_fields.h"
#include "ctl_file.h"
#include "ctl_log_lines.h"

#include "wire_message.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct watch {
    const ctl_options_t *options;
    const char *path; /* that the name leads to; NULL: none was given */
    char *last;       /* the script whose lines were printed last, or NULL */
    size_t found;     /* scripts with lines */
} watch_t;

static int ask(const char *instance, const char *script, uint64_t after,
               msgpack_sbuffer *report)
{
    msgpack_sbuffer_init(report);
    int result = ctl_ask_log(instance, script, after, report);
    if (result == 0 && ctl_fields_seal(report) != 0) {
        errno = ENOMEM;
        result = -1;
    }
    return result;
}

/* ---- which scripts ---- */

/* A name may be that of a file or of a folder, and lead over links. */
static void select_named(const watch_t *watch, const char *const *scripts,
                         size_t count, char *found)
{
    ctl_file_same(watch->options->script, scripts, count, found);
    if (!memchr(found, 1, count))
        ctl_file_within(watch->path, scripts, count, found);
}

/* Returns the names that are meant, or NULL without memory; the caller frees
 * them. They belong to the report. */
static const char **select_scripts(const watch_t *watch,
                                   const msgpack_sbuffer *heads, size_t *count)
{
    const char **scripts = ctl_fields_all(heads, "log", count);
    char *found = scripts ? calloc(*count + 1, 1) : NULL;
    size_t kept = 0;
    if (found && watch->path)
        select_named(watch, scripts, *count, found);
    for (size_t i = 0; found && i < *count; i++)
        if (!watch->path || found[i])
            scripts[kept++] = scripts[i];
    *count = found ? kept : 0;
    free(found);
    return scripts;
}

/* ---- their lines ---- */

static int show(watch_t *watch, const char *instance,
                const char *const *scripts, size_t count,
                msgpack_sbuffer *reports)
{
    ctl_log_lines_t lines = {NULL, 0, 0};
    int result = 0;
    for (size_t i = 0; i < count && result == 0; i++) {
        result = ask(instance, scripts[i], 0, &reports[i]);
        if (result == 0)
            result = ctl_log_lines_add(&lines, &reports[i]);
    }
    if (result == 0)
        ctl_log_lines_print(&lines, watch->options->json, &watch->last);
    int error = errno;
    ctl_log_lines_clear(&lines);
    errno = error;
    return result;
}

static int show_scripts(watch_t *watch, const char *instance,
                        const char *const *scripts, size_t count)
{
    msgpack_sbuffer *reports = calloc(count + 1, sizeof(*reports));
    if (!reports)
        return -1;
    int result = show(watch, instance, scripts, count, reports);
    int error = errno;
    for (size_t i = 0; i < count; i++)
        msgpack_sbuffer_destroy(&reports[i]);
    free(reports);
    errno = error;
    return result;
}

static int show_selected(watch_t *watch, const char *instance,
                         const msgpack_sbuffer *heads)
{
    size_t count;
    const char **scripts = select_scripts(watch, heads, &count);
    int result = scripts ? show_scripts(watch, instance, scripts, count) : -1;
    int error = errno;
    watch->found += count;
    free(scripts);
    errno = error;
    return result;
}

static int look_at(void *context, const char *instance)
{
    msgpack_sbuffer heads;
    int result = ask(instance, NULL, WIRE_AFTER_ALL, &heads);
    if (result == 0)
        result = show_selected(context, instance, &heads);
    int error = errno;
    msgpack_sbuffer_destroy(&heads);
    errno = error;
    return result;
}

static int say_none(const watch_t *watch)
{
    const ctl_options_t *options = watch->options;
    fprintf(stderr,
            "persistctl: %s%snothing is kept below %s that you may see: the "
            "lines of a script are for its owner and root\n",
            options->script ? options->script : "", options->script ? ": " : "",
            options->runtime_dir);
    return options->script ? CTL_FAILED : CTL_DONE;
}

int ctl_log(const ctl_options_t *options)
{
    char *path = options->script ? ctl_file_path(options->script) : NULL;
    watch_t watch = {.options = options, .path = path ? path : options->script};
    int status = ctl_each(options, look_at, &watch);
    if (status == CTL_DONE && watch.found == 0)
        status = say_none(&watch);
    free(watch.last);
    free(path);
    return status;
}
