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
static int is_home(const char *home)
{
    struct stat info;
    return home[0] == '/' && stat(home, &info) == 0 && S_ISDIR(info.st_mode) &&
           info.st_uid == geteuid() && !(info.st_mode & (S_IWGRP | S_IWOTH));
}

/* Looked up once: persist-cgi needs it twice for each request. The C library's
 * copy may be another user's by then. */
static const char *find_home(void)
{
    static char home[PATH_MAX];
    static int is_known;
    const struct passwd *user = is_known ? NULL : getpwuid(geteuid());
    if (user && is_home(user->pw_dir))
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

int common_own_directory(char *path, size_t size)
{
    const char *home = find_home();
    return fits(home ? snprintf(path, size, "%s/.persistd", home)
                     : snprintf(path, size, "/tmp/persist-%lu",
                                (unsigned long)geteuid()),
                size);
}
