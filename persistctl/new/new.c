/* SPDX-License-Identifier: Apache-2.0 */
/* new.c: finds the templates of a kind, and an empty place for them. */

#include "new/new.h"
#include "new/new_cgi.h"
#include "new/new_copy.h"
#include "new/new_venv.h"

#include "ctl_front_door.h"
#include "persist_build.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

static int is_empty(int folder)
{
    int fd = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *directory = fd >= 0 ? fdopendir(fd) : NULL;
    int names = 0;
    if (!directory)
        return 0;
    while (names <= 2 && readdir(directory))
        names++;
    closedir(directory);
    errno = ENOTEMPTY;
    return names <= 2; /* "." and ".." */
}

/* Returns a descriptor. A folder that is there already may be named by a
 * symbolic link, since its caller chose it; in place of one that we have made,
 * a link is somebody else's. */
static int open_place(const char *folder)
{
    int made = mkdir(folder, 0755) == 0;
    if (!made && errno != EEXIST)
        return -1;
    int fd = open(folder,
                  O_RDONLY | O_DIRECTORY | O_CLOEXEC | (made ? O_NOFOLLOW : 0));
    if (fd < 0 || made || is_empty(fd))
        return fd;
    int error = errno;
    close(fd);
    errno = error;
    return -1;
}

/* Behind a slash, O_NOFOLLOW would follow a link. */
static int find_place(const char *folder, char path[PATH_MAX])
{
    size_t len = strlen(folder);
    while (len > 1 && folder[len - 1] == '/')
        len--;
    if (snprintf(path, PATH_MAX, "%.*s", (int)len, folder) < PATH_MAX)
        return open_place(path);
    errno = ENAMETOOLONG;
    return -1;
}

static int fill(const ctl_options_t *options, const char *from, int place,
                const char *path)
{
    if (new_copy(from, place, path) != 0)
        return complain(path);
    if (options->cgi && new_cgi_make(place) != 0)
        return complain("--cgi");
    if (options->venv && new_venv_make(place) != 0)
        return CTL_FAILED;
    return new_copy_show(place, "README") == 0 ? CTL_DONE : complain(path);
}

/* The venv of a user with a closed umask must be open to httpd's User, too. */
int new_make(const ctl_options_t *options)
{
    char from[PATH_MAX], name[PATH_MAX], path[PATH_MAX];
    if (find_kind(options, from) != 0)
        return print_kinds(options->script);
    if (options->cgi && access(ctl_front_door(), R_OK) != 0)
        return complain(ctl_front_door());
    umask(022);
    int place = find_place(options->folder, name);
    if (place < 0)
        return complain(options->folder);
    int status = realpath(name, path) ? fill(options, from, place, path)
                                      : complain(options->folder);
    close(place);
    return status;
}
