/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_who.c: looks users up. */

#include "doctor/doctor_who.h"

#include <grp.h>
#include <pwd.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* Debian, Fedora, Arch and FreeBSD. */
static const char *const usual[] = {"www-data", "apache", "http", "www"};

static int take(doctor_who_t *who, const struct passwd *user)
{
    if (!user)
        return -1;
    snprintf(who->name, sizeof(who->name), "%s", user->pw_name);
    who->uid = user->pw_uid;
    who->gid = user->pw_gid;
    who->group_count = DOCTOR_GROUPS_MAX;
    if (getgrouplist(user->pw_name, user->pw_gid, who->groups,
                     &who->group_count) < 0)
        who->group_count = DOCTOR_GROUPS_MAX;
    return 0;
}

int doctor_who_find(doctor_who_t *who, const char *runtime_dir,
                    const char *configured)
{
    struct stat about;
    if (stat(runtime_dir, &about) == 0 && about.st_uid != 0 &&
        take(who, getpwuid(about.st_uid)) == 0)
        return 0;
    if (configured && take(who, getpwnam(configured)) == 0)
        return 0;
    for (size_t i = 0; i < sizeof(usual) / sizeof(usual[0]); i++)
        if (take(who, getpwnam(usual[i])) == 0)
            return 0;
    return -1;
}

int doctor_who_become(const doctor_who_t *who)
{
    if (geteuid() != 0)
        return 0;
    return setgroups((size_t)who->group_count, who->groups) == 0 &&
                   setgid(who->gid) == 0 && setuid(who->uid) == 0
               ? 0
               : -1;
}
