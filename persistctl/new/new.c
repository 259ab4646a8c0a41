/* SPDX-License-Identifier: Apache-2.0 */
/* new.c: finds the templates of a kind, and an empty place for them. */

#include "new/new.h"
#include "new/new_copy.h"
#include "new/new_venv.h"

#include "persist_build.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Kinds with this end are for --ruby. */
#define RUBY "-ruby"

static int complain(const char *about)
{
    fprintf(stderr, "persistctl: %s: %s\n", about, strerror(errno));
    return CTL_FAILED;
}

static const char *templates(void)
{
    const char *folder = getenv("PERSIST_TEMPLATES");
    return folder ? folder : PERSIST_DATADIR "/persistctl/templates";
}

static int is_kind(const char *name)
{
    return name[0] != '.' && !strstr(name, RUBY);
}

static int print_kinds(const char *wrong)
{
    DIR *directory = opendir(templates());
    if (!directory)
        return complain(templates());
    fprintf(stderr, "persistctl: %s is no kind; there are:", wrong);
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;)
        if (is_kind(entry->d_name))
            fprintf(stderr, " %s", entry->d_name);
    fputc('\n', stderr);
    closedir(directory);
    return CTL_WRONG;
}

static int find_kind(const ctl_options_t *options, char path[PATH_MAX])
{
    struct stat about;
    int len = snprintf(path, PATH_MAX, "%s/%s%s", templates(), options->script,
                       options->ruby ? RUBY : "");
    return is_kind(options->script) && !strchr(options->script, '/') &&
                   len < PATH_MAX && stat(path, &about) == 0
               ? 0
               : -1;
}

static int is_empty(const char *folder)
{
    DIR *directory = opendir(folder);
    int names = 0;
    if (!directory)
        return 0;
    while (names <= 2 && readdir(directory))
        names++;
    closedir(directory);
    errno = ENOTEMPTY;
    return names <= 2; /* "." and ".." */
}

static int make_place(const char *folder)
{
    if (mkdir(folder, 0755) == 0)
        return 0;
    return errno == EEXIST && is_empty(folder) ? 0 : -1;
}

int new_make(const ctl_options_t *options)
{
    char from[PATH_MAX], to[PATH_MAX];
    if (find_kind(options, from) != 0)
        return print_kinds(options->script);
    if (make_place(options->folder) != 0 || !realpath(options->folder, to))
        return complain(options->folder);
    if (new_copy(from, to) != 0)
        return complain(to);
    if (options->venv && new_venv_make(to) != 0)
        return CTL_FAILED;
    return new_copy_show(to, "README") == 0 ? CTL_DONE : complain(to);
}
