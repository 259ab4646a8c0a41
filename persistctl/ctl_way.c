/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_way.c: takes the names of a path one by one. That of a link is replaced
 * by the names of its target. */

#include "ctl_way.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define LINKS_MAX 40 /* as the kernel's */

typedef struct way {
    char done[PATH_MAX]; /* without links; "" is the root directory */
    char rest[PATH_MAX];
    int links;
} way_t;

static void go_up(way_t *way)
{
    char *slash = strrchr(way->done, '/');
    if (slash)
        *slash = '\0';
}

/* Takes one name. Returns 1, 0 at the end, or -1 if the path gets too long. */
static int go_on(way_t *way)
{
    const char *name = way->rest + strspn(way->rest, "/");
    size_t len = strcspn(name, "/"), done = strlen(way->done);
    errno = ENAMETOOLONG;
    if (len == 0 || done + len + 2 > PATH_MAX)
        return len == 0 ? 0 : -1;
    if (len == 2 && memcmp(name, "..", len) == 0)
        go_up(way);
    else if (len != 1 || *name != '.')
        sprintf(way->done + done, "/%.*s", (int)len, name);
    memmove(way->rest, name + len, strlen(name + len) + 1);
    return 1;
}

/* The last name is that of a link: goes on with those of its target. */
static int follow(way_t *way)
{
    char target[2 * PATH_MAX];
    ssize_t size = readlink(way->done, target, PATH_MAX - 1);
    if (size <= 0)
        return -1;
    snprintf(target + size, sizeof(target) - (size_t)size, "%s", way->rest);
    errno = strlen(target) < PATH_MAX ? ELOOP : ENAMETOOLONG;
    if (strlen(target) >= PATH_MAX || ++way->links > LINKS_MAX)
        return -1;
    strcpy(way->rest, target);
    go_up(way);
    if (*target == '/')
        way->done[0] = '\0';
    return 0;
}

static int look(way_t *way, ctl_way_fn *step, void *context)
{
    struct stat about;
    const char *path = way->done[0] ? way->done : "/";
    int result = lstat(path, &about) == 0 ? step(context, path, &about) : -1;
    return result == 0 && S_ISLNK(about.st_mode) ? follow(way) : result;
}

int ctl_way_go(const char *path, ctl_way_fn *step, void *context)
{
    way_t way = {.links = 0};
    int result, more;
    errno = path[0] == '/' ? ENAMETOOLONG : EINVAL;
    if (path[0] != '/' || strlen(path) >= PATH_MAX)
        return -1;
    strcpy(way.rest, path);
    do {
        result = look(&way, step, context);
        more = result == 0 ? go_on(&way) : 0;
    } while (more > 0);
    return more < 0 ? -1 : result;
}
