/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_mend.c: whose rights mend a file. */

#include "doctor/doctor_mend.h"
#include "ctl_shell.h"
#include "ctl_trust.h"
#include "doctor/doctor_report.h"

#include "common_mend.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int look_above(const char *path, char above[PATH_MAX],
                      struct stat *about)
{
    int len = (int)(strrchr(path, '/') - path);
    snprintf(above, PATH_MAX, "%.*s", len > 0 ? len : 1, path);
    return stat(above, about);
}

/* A file that is not there yet will be that of the directory's owner. */
static uid_t owner_of(const char *path)
{
    char above[PATH_MAX];
    struct stat about;
    return lstat(path, &about) == 0 || look_above(path, above, &about) == 0
               ? about.st_uid
               : 0;
}

/* Returns the owner of the directory, or 0. Where another user than root can
 * replace root's own file, root can't safely change its mode, and that user
 * can't change it at all. */
static uid_t holder_of(const char *path)
{
    char above[PATH_MAX], where[PATH_MAX];
    struct stat about;
    if (geteuid() != 0 || owner_of(path) != 0 ||
        look_above(path, above, &about) != 0 || ctl_trust_way(above, where))
        return 0;
    return about.st_uid;
}

static void put(const common_mend_t *mend, const char *lines)
{
    char line[256];
    for (size_t len; *lines; lines += len + (lines[len] != '\0')) {
        len = strcspn(lines, "\n");
        snprintf(line, sizeof(line), "%.*s", (int)len, lines);
        doctor_mend("%s", common_mend_line(mend, line));
    }
}

void doctor_mend_file(const char *path, const char *word, const char *lines)
{
    char number[24];
    common_mend_t mend = {"", path, word, ctl_shell_as(owner_of(path))};
    const char *link = common_mend_link(&mend);
    uid_t holder = holder_of(path);
    if (link) {
        doctor_mend("%s", link);
        return;
    }
    if (holder != 0) {
        snprintf(number, sizeof(number), "%lu", (unsigned long)holder);
        mend.word = number;
        lines = "sudo chown -h % @, and persistctl doctor once more";
    }
    put(&mend, lines);
}
