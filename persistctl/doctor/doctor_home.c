/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_home.c: the arguments of UserDir, read against a folder's path. */

#include "doctor/doctor_home.h"

#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int fill(doctor_home_t *home, const char *above, const char *user,
                size_t len, const char *below)
{
    if (len == 0 || len >= sizeof(home->user))
        return -1;
    memcpy(home->user, user, len);
    home->user[len] = '\0';
    return snprintf(home->directory, sizeof(home->directory), "%s/%s%s", above,
                    home->user, below) < (int)sizeof(home->directory)
               ? 0
               : -1;
}

/* "/home/STAR/www" and "/srv/home" */
static int find_by_path(doctor_home_t *home, const char *pattern,
                        const char *folder)
{
    char above[PATH_MAX], real[PATH_MAX];
    const char *star = strchr(pattern, '*');
    size_t len = star ? (size_t)(star - pattern) : strlen(pattern);
    if (len >= sizeof(above))
        return -1;
    memcpy(above, pattern, len);
    above[len] = '\0';
    if (!realpath(above, real) || strncmp(folder, real, strlen(real)) != 0 ||
        folder[strlen(real)] != '/')
        return -1;
    const char *user = folder + strlen(real) + 1;
    return fill(home, real, user, strcspn(user, "/"), star ? star + 1 : "");
}

/* "public_html", in the home directory of the folder's owner */
static int find_by_owner(doctor_home_t *home, const char *pattern,
                         const char *folder)
{
    struct stat about;
    struct passwd *user =
        stat(folder, &about) == 0 ? getpwuid(about.st_uid) : NULL;
    if (!user || strlen(user->pw_name) >= sizeof(home->user))
        return -1;
    strcpy(home->user, user->pw_name);
    return snprintf(home->directory, sizeof(home->directory), "%s/%s",
                    user->pw_dir, pattern) < (int)sizeof(home->directory)
               ? 0
               : -1;
}

int doctor_home_find(doctor_home_t *home, const char *pattern,
                     const char *folder)
{
    return pattern[0] == '/' ? find_by_path(home, pattern, folder)
                             : find_by_owner(home, pattern, folder);
}
