/* SPDX-License-Identifier: Apache-2.0 */
/* common_own.c: the home of the password file, not that of HOME: a server, or
 * whoever calls it, may have set that. */

#include "common_own.h"

#include <limits.h>
#include <pwd.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* The home of a user that runs services may be /, or belong to others. */
static int is_ours(const char *path)
{
    struct stat info;
    return path[0] == '/' && stat(path, &info) == 0 && S_ISDIR(info.st_mode) &&
           info.st_uid == geteuid() && !(info.st_mode & (S_IWGRP | S_IWOTH));
}

/* Looked up once: persist-cgi needs it twice for each request. The C library's
 * copy may be another user's by then. */
static const char *find_home(void)
{
    static char home[PATH_MAX];
    static int is_known;
    const struct passwd *user = is_known ? NULL : getpwuid(geteuid());
    if (user && is_ours(user->pw_dir))
        snprintf(home, sizeof(home), "%s", user->pw_dir);
    is_known = 1;
    return *home ? home : NULL;
}

static int fits(int len, size_t size)
{
    return len > 0 && (size_t)len < size ? 0 : -1;
}

int common_own_home(char *path, size_t size)
{
    const char *home = find_home();
    return home ? fits(snprintf(path, size, "%s", home), size) : -1;
}

static int name(char *path, size_t size, const char *above)
{
    return fits(
        snprintf(path, size, "%s/persist-%lu", above, (unsigned long)geteuid()),
        size);
}

/* Root alone can make the first of the two names. Anybody can make the second,
 * and then the user has no persistd. Not below /run/user: that goes with the
 * user's last login, and a persistd does not. */
int common_own_directory(char *path, size_t size)
{
    const char *home = find_home();
    if (home)
        return fits(snprintf(path, size, "%s/.persistd", home), size);
    return name(path, size, COMMON_OWN_SERVICES) == 0 && is_ours(path)
               ? 0
               : name(path, size, COMMON_OWN_ANYBODYS);
}
