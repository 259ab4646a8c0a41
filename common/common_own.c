/* SPDX-License-Identifier: Apache-2.0 */
/* common_own.c: the home of the password file, not that of HOME: a server, or
 * whoever calls it, may have set that. */

#include "common_own.h"

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

int common_own_directory(char *path, size_t size)
{
    const struct passwd *user = getpwuid(geteuid());
    int len = user && is_home(user->pw_dir)
                  ? snprintf(path, size, "%s/.persistd", user->pw_dir)
                  : snprintf(path, size, "/tmp/persist-%lu",
                             (unsigned long)geteuid());
    return len > 0 && (size_t)len < size ? 0 : -1;
}
