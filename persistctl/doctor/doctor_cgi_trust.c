/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_cgi_trust.c: owner and mode of a file, with the command that mends
 * them. */

#include "doctor/doctor_cgi.h"
#include "doctor/doctor_mend.h"
#include "doctor/doctor_report.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static int is_known(const door_trust_t *trust, uid_t owner)
{
    return owner == 0 || owner == trust->us || owner == trust->owner;
}

/* The mode of another user's file comes next. */
static void mend(const door_trust_t *trust, const char *path,
                 const struct stat *about)
{
    char owner[24];
    snprintf(owner, sizeof(owner), "%lu", (unsigned long)trust->owner);
    doctor_mend_file(path, owner,
                     is_known(trust, about->st_uid) ? "~chmod go-w @"
                                                    : "sudo chown -h % @");
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
        doctor_mend_file(path, NULL, "");
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
