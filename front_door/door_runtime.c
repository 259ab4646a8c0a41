/* SPDX-License-Identifier: Apache-2.0 */
/* door_runtime.c: a directory that nobody else can enter or replace. */

#include "door_runtime.h"
#include "door_memory.h"
#include "door_trust.h"

#include "common_own.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#define CURRENT "current"
#define NAME_DIGITS 8

/* Judges each directory above the last one of a canonical path. */
static const char *judge_above(const char *path)
{
    char part[PATH_MAX];
    const char *slash = path;
    while ((slash = strchr(slash + 1, '/')) != NULL) {
        struct stat info;
        snprintf(part, sizeof(part), "%.*s", (int)(slash - path), path);
        const char *why = lstat(part, &info) == 0
                              ? door_trust_above(geteuid(), &info)
                              : strerror(errno);
        if (why)
            return door_print("%s: %s %s", path, part, why);
    }
    return NULL;
}

/* The directory above may be reached through links; this one may not be one. */
static int canonical(char path[PATH_MAX], const char *wanted)
{
    char above[PATH_MAX], real[PATH_MAX];
    const char *name = strrchr(wanted, '/') + 1;
    int len =
        snprintf(above, sizeof(above), "%.*s", (int)(name - wanted), wanted);
    errno = ENAMETOOLONG;
    if (len >= PATH_MAX || !realpath(above, real))
        return -1;
    len = snprintf(path, PATH_MAX, "%s/%s", real[1] ? real : "", name);
    errno = ENAMETOOLONG;
    return len < PATH_MAX ? 0 : -1;
}

/* mkdir() may find one that another request has just made. Another user's is
 * judged, too, where it cannot be opened. */
static const char *open_private(door_runtime_t *runtime)
{
    struct stat info;
    const char *path = runtime->path;
    if (mkdir(path, 0700) != 0 && errno != EEXIST)
        return door_print("%s: %s", path, strerror(errno));
    if (lstat(path, &info) != 0)
        return door_print("%s: %s", path, strerror(errno));
    const char *why = door_trust_private(geteuid(), &info);
    if (why)
        return door_print("%s %s", path, why);
    runtime->fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    return runtime->fd < 0 ? door_print("%s: %s", path, strerror(errno)) : NULL;
}

const char *door_runtime_open(door_runtime_t *runtime, const char *wanted)
{
    char chosen[PATH_MAX];
    if (!wanted && common_own_directory(chosen, sizeof(chosen)) != 0)
        return "no directory for persistd: set PersistRuntimeDir";
    if (canonical(runtime->path, wanted ? wanted : chosen) != 0)
        return door_print("%s: %s", wanted ? wanted : chosen, strerror(errno));
    const char *why = judge_above(runtime->path);
    return why ? why : open_private(runtime);
}

/* The link is in a directory of ours alone, but its text is checked all the
 * same: it becomes part of a path. */
int door_runtime_instance(const door_runtime_t *runtime, char *instance)
{
    char name[64];
    ssize_t len = readlinkat(runtime->fd, CURRENT, name, sizeof(name));
    if (len <= NAME_DIGITS || len == sizeof(name))
        return -1;
    name[len] = '\0';
    if (strspn(name, "0123456789abcdef.") != (size_t)len || name[0] == '.')
        return -1;
    return snprintf(instance, PATH_MAX, "%s/%s", runtime->path, name) < PATH_MAX
               ? 0
               : -1;
}

/* The link is replaced at once, so that no reader finds none. */
int door_runtime_renew(const door_runtime_t *runtime, char *instance)
{
    char name[64];
    uint32_t random;
    if (getrandom(&random, sizeof(random), 0) != (ssize_t)sizeof(random))
        return -1;
    snprintf(name, sizeof(name), "%lu.%08x", (unsigned long)geteuid(), random);
    if (unlinkat(runtime->fd, CURRENT ".new", 0) != 0 && errno != ENOENT)
        return -1;
    if (symlinkat(name, runtime->fd, CURRENT ".new") != 0 ||
        renameat(runtime->fd, CURRENT ".new", runtime->fd, CURRENT) != 0)
        return -1;
    return door_runtime_instance(runtime, instance);
}
