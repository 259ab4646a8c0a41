/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_trust.c: owners, modes and the members of groups. */

#include "ctl_trust.h"
#include "ctl_way.h"

#include "common_system.h"

#include <errno.h>
#include <ftw.h>
#include <grp.h>
#include <pwd.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#ifdef COMMON_LINUX
#include <sys/xattr.h>
#endif

#define ACL "system.posix_acl_access"
#define FOLDERS_MAX 16 /* that nftw() holds open */

/* ---- the members of a group ---- */

static int is_other(const char *name)
{
    const struct passwd *user = getpwnam(name);
    return !user || (user->pw_uid != 0 && user->pw_uid != geteuid());
}

/* A user whose first group it is need not be listed as its member. */
static int is_others_first(gid_t group)
{
    const struct passwd *user;
    int found = 0;
    setpwent();
    while (!found && (user = getpwent()) != NULL)
        found = user->pw_gid == group && user->pw_uid != 0 &&
                user->pw_uid != geteuid();
    endpwent();
    return found;
}

static int look_for_others(gid_t group)
{
    const struct group *found = getgrgid(group);
    if (!found)
        return 1;
    for (char **name = found->gr_mem; *name; name++)
        if (is_other(*name))
            return 1;
    return is_others_first(group);
}

/* Many systems give each user a group of his own, which is his alone. A
 * folder's files mostly have the same group. */
static int has_others(gid_t group)
{
    static gid_t last;
    static int is_known, others;
    if (!is_known || last != group)
        others = look_for_others(group);
    last = group;
    is_known = 1;
    return others;
}

/* ---- one file ---- */

/* With an access control list the group's bits are the most that any entry
 * grants, and they say nothing of whom. */
static int is_safe(const struct stat *about, int has_list, int is_above)
{
    int sticks = S_ISDIR(about->st_mode) && (about->st_mode & S_ISVTX);
    if (about->st_uid != 0 && about->st_uid != geteuid())
        return 0;
    if (S_ISLNK(about->st_mode) || (is_above && sticks))
        return 1;
    if (about->st_mode & S_IWOTH)
        return 0;
    return !(about->st_mode & S_IWGRP) ||
           (!has_list && !has_others(about->st_gid));
}

static int is_safe_at(const char *path, const struct stat *about, int is_above)
{
    int has_list = 0;
#ifdef COMMON_LINUX
    has_list = about->st_mode & S_IWGRP && lgetxattr(path, ACL, NULL, 0) > 0;
#else
    (void)path;
#endif
    return is_safe(about, has_list, is_above);
}

/* fgetxattr() takes no descriptor of O_PATH. */
int ctl_trust_open(int fd, int is_above)
{
    struct stat about;
    int has_list = 0;
#ifdef COMMON_LINUX
    char path[64];
    snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
    has_list = getxattr(path, ACL, NULL, 0) > 0;
#endif
    return fstat(fd, &about) == 0 && is_safe(&about, has_list, is_above);
}

/* ---- the way to a file ---- */

static int judge(void *context, const char *path, const struct stat *about)
{
    char *where = context;
    snprintf(where, PATH_MAX, "%s", path);
    return !is_safe_at(path, about, 1);
}

/* What is not there is not run; what cannot be seen may be anybody's. */
int ctl_trust_way(const char *path, char where[PATH_MAX])
{
    snprintf(where, PATH_MAX, "%s", path);
    int result = ctl_way_go(path, judge, where);
    return result == 0 || (result < 0 && (errno == ENOENT || errno == ENOTDIR));
}

/* ---- what is in a folder ---- */

static const char *const endings[] = {".asgi", ".cgi", ".js",  ".lua", ".pl",
                                      ".pm",   ".pth", ".py",  ".pyc", ".rb",
                                      ".ru",   ".so",  ".wsgi"};
static const char *const settings[] = {".env",    ".htaccess",    ".persist",
                                       "Gemfile", "Gemfile.lock", "pyvenv.cfg"};
static char *found;

/* Other files are data, and httpd's User may well write them. */
static int is_loaded(const char *name)
{
    const char *ending = strrchr(name, '.');
    for (size_t i = 0; i < sizeof(settings) / sizeof(settings[0]); i++)
        if (strcmp(name, settings[i]) == 0)
            return 1;
    for (size_t i = 0; ending && i < sizeof(endings) / sizeof(endings[0]); i++)
        if (strcmp(ending, endings[i]) == 0)
            return 1;
    return 0;
}

/* In a directory, others could put what is found before one's own. */
static int is_alone(const char *path, int len)
{
    struct stat about;
    snprintf(found, PATH_MAX, "%.*s", len, path);
    return stat(found, &about) != 0 || is_safe_at(found, &about, 0);
}

static int judge_entry(const char *path, const struct stat *about, int type,
                       struct FTW *place)
{
    (void)about;
    return (type == FTW_F || type == FTW_SL) && is_loaded(path + place->base) &&
           (!ctl_trust_way(path, found) || !is_alone(path, place->base - 1));
}

int ctl_trust_folder(const char *path, char where[PATH_MAX])
{
    found = where;
    return is_alone(path, PATH_MAX) &&
           nftw(path, judge_entry, FOLDERS_MAX, FTW_PHYS | FTW_MOUNT) <= 0;
}
