/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_scripts.c: compares a name with the names of pools. httpd names a script
 * by the path that a URL leads to, which may contain symbolic links that the
 * user's own path does not. */

#include "ctl_scripts.h"
#include "ctl_ask.h"
#include "ctl_fields.h"
#include "ctl_file.h"

#include "wire_message.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int ctl_scripts_is(const char *name, const char *script)
{
    return strcmp(name, script) == 0 || ctl_file_is(name, script);
}

static int add(ctl_scripts_t *scripts, const char *script)
{
    for (size_t i = 0; i < scripts->count; i++)
        if (strcmp(scripts->names[i], script) == 0)
            return 0;
    size_t size = (scripts->count + 1) * sizeof(*scripts->names);
    char **names = realloc(scripts->names, size);
    if (!names)
        return -1;
    scripts->names = names;
    names[scripts->count] = strdup(script);
    return names[scripts->count] ? (int)(scripts->count++, 0) : -1;
}

static int add_all(ctl_scripts_t *scripts, const msgpack_sbuffer *report,
                   const char *name)
{
    ctl_record_t record = NULL;
    while ((record = ctl_fields_next(report, record)) != NULL) {
        const char *script = ctl_fields_text(record, "pool");
        if (script && ctl_scripts_is(name, script) && add(scripts, script) != 0)
            return -1;
    }
    return 0;
}

int ctl_scripts_find(ctl_scripts_t *scripts, const char *instance,
                     const char *name)
{
    msgpack_sbuffer report;
    msgpack_sbuffer_init(&report);
    *scripts = (ctl_scripts_t){NULL, 0};
    int result = ctl_ask_report(instance, WIRE_STATUS_FIELDS, NULL, &report);
    int error = errno;
    if (result == 0) {
        error = ENOMEM;
        result = ctl_fields_seal(&report);
        if (result == 0)
            result = add_all(scripts, &report, name);
    }
    msgpack_sbuffer_destroy(&report);
    errno = error;
    return result;
}

void ctl_scripts_clear(ctl_scripts_t *scripts)
{
    while (scripts->count > 0)
        free(scripts->names[--scripts->count]);
    free(scripts->names);
    scripts->names = NULL;
}

int ctl_scripts_is_missing(const ctl_options_t *options)
{
    char *path = ctl_file_path(options->script);
    int missing = !path && (errno == ENOENT || errno == ENOTDIR);
    free(path);
    if (missing)
        fprintf(stderr,
                "persistctl: %s: no such file, and no pool of that name below "
                "%s\n",
                options->script, options->runtime_dir);
    return missing;
}
