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

static int add(ctl_scripts_t *scripts, const char *script)
{
    size_t size = (scripts->count + 1) * sizeof(*scripts->names);
    char **names = realloc(scripts->names, size);
    if (!names)
        return -1;
    scripts->names = names;
    names[scripts->count] = strdup(script);
    return names[scripts->count] ? (int)(scripts->count++, 0) : -1;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* A script has a pool for each of its settings, and so as many equal names. */
static int add_found(ctl_scripts_t *scripts, const char **pools, size_t count,
                     const char *found)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (found[i])
            pools[kept++] = pools[i];
    qsort(pools, kept, sizeof(*pools), by_text);
    for (size_t i = 0; i < kept && scripts->count < CTL_SCRIPTS_MAX; i++)
        if ((i == 0 || strcmp(pools[i - 1], pools[i]) != 0) &&
            add(scripts, pools[i]) != 0)
            return -1;
    return 0;
}

/* Sets found[i] for the i-th pool. */
typedef void choose_fn(const msgpack_sbuffer *report, const char *name,
                       const char **pools, size_t count, char *found);

/* Returns for each pool the folder of its application, or "". */
static const char **folders_of(const msgpack_sbuffer *report, size_t count)
{
    ctl_record_t record = NULL;
    const char **folders = calloc(count + 1, sizeof(*folders));
    size_t at = 0;
    while (folders && at < count &&
           (record = ctl_fields_next(report, record)) != NULL) {
        const char *folder = ctl_fields_text(record, "folder");
        if (ctl_fields_text(record, "pool"))
            folders[at++] = folder ? folder : "";
    }
    return folders;
}

/* The folders of applications are looked at where there is one. */
static void choose_folder(const msgpack_sbuffer *report, const char *name,
                          size_t count, char *found)
{
    const char **folders = folders_of(report, count);
    char *is_its = folders ? calloc(count + 1, 1) : NULL;
    if (is_its)
        ctl_file_same(name, folders, count, is_its);
    for (size_t i = 0; is_its && i < count; i++)
        found[i] |= is_its[i] && *folders[i];
    free(is_its);
    free(folders);
}

static int has_folders(const msgpack_sbuffer *report)
{
    size_t count;
    const char **folders = ctl_fields_all(report, "folder", &count);
    free(folders);
    return count > 0;
}

static int is_any(const char *found, size_t count)
{
    return memchr(found, 1, count) != NULL;
}

static void choose_named(const msgpack_sbuffer *report, const char *name,
                         const char **pools, size_t count, char *found)
{
    ctl_file_same(name, pools, count, found);
    if (!is_any(found, count) && has_folders(report))
        choose_folder(report, name, count, found);
}

static void choose_below(const msgpack_sbuffer *report, const char *name,
                         const char **pools, size_t count, char *found)
{
    (void)report;
    ctl_file_within(name, pools, count, found);
}

static int add_all(ctl_scripts_t *scripts, const msgpack_sbuffer *report,
                   const char *name, choose_fn *choose)
{
    size_t count;
    const char **pools = ctl_fields_all(report, "pool", &count);
    char *found = pools ? calloc(count + 1, 1) : NULL;
    int result = -1;
    if (found) {
        choose(report, name, pools, count, found);
        result = add_found(scripts, pools, count, found);
    }
    free(found);
    free(pools);
    return result;
}

static int find(ctl_scripts_t *scripts, const char *instance, const char *name,
                choose_fn *choose)
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
            result = add_all(scripts, &report, name, choose);
    }
    msgpack_sbuffer_destroy(&report);
    errno = error;
    return result;
}

int ctl_scripts_find(ctl_scripts_t *scripts, const char *instance,
                     const char *name)
{
    return find(scripts, instance, name, choose_named);
}

int ctl_scripts_below(ctl_scripts_t *scripts, const char *instance,
                      const char *folder)
{
    return find(scripts, instance, folder, choose_below);
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
