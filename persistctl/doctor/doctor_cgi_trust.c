/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_cgi_trust.c: owner and mode of a file, with the command that mends
 * them. */

#include "ctl_shell.h"
#include "doctor/doctor_cgi.h"
#include "doctor/doctor_report.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static int is_known(const door_trust_t *trust, uid_t owner)
{
    return owner == 0 || owner == trust->us || owner == trust->owner;
}

static void mend(const door_trust_t *trust, const char *path,
                 const struct stat *about)
{
    const char *word = ctl_shell_quote(path);
    if (!is_known(trust, about->st_uid))
        doctor_mend("sudo chown -h %lu %s", (unsigned long)trust->owner, word);
    if (about->st_mode & (S_IWGRP | S_IWOTH))
        doctor_mend("chmod go-w %s", word);
}

int doctor_cgi_trusts(const door_place_t *place, const char *name)
{
    char path[PATH_MAX];
    struct stat about;
    int len = snprintf(path, sizeof(path), "%s%s%s", place->folder,
                       *name ? "/" : "", name);
    if (len >= (int)sizeof(path) || lstat(path, &about) != 0)
        return 1;
    if (S_ISLNK(about.st_mode)) {
        doctor_say(DOCTOR_WRONG, "modes", "%s is a symbolic link", path);
        doctor_mend("cp --remove-destination \"$(realpath %s)\" %s",
                    ctl_shell_quote(path), ctl_shell_quote(path));
        return 0;
    }
    const char *fault = door_trust_fault(&place->trust, &about);
    if (!fault)
        return 1;
    doctor_say(DOCTOR_WRONG, "modes", "%s %.*s", path, (int)strcspn(fault, ":"),
               fault);
    mend(&place->trust, path, &about);
    return 0;
}
