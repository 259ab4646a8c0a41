/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_link.c: symbolic links on the way to the application's file. httpd
 * follows them where Options allows it. */

#include "ctl_way.h"
#include "doctor/doctor.h"
#include "doctor/doctor_mend.h"
#include "doctor/doctor_report.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static int is_link(void *context, const char *path, const struct stat *about)
{
    snprintf(context, PATH_MAX, "%s", path);
    return S_ISLNK(about->st_mode);
}

/* The folder's own path has no links, but that which was named may have. */
int doctor_find_link(const doctor_t *d, char link[PATH_MAX])
{
    char here[PATH_MAX], path[2 * PATH_MAX];
    const char *name = d->options->script;
    if (d->entry[0] && ctl_way_go(d->entry, is_link, link) == 1)
        return 1;
    if (!name)
        return 0;
    snprintf(path, sizeof(path), "%s/%s",
             name[0] != '/' && getcwd(here, sizeof(here)) ? here : "", name);
    return ctl_way_go(path, is_link, link) == 1;
}

/* No command gives a link to another owner: SymLinksIfOwnerMatch is there to
 * forbid that of those who made it. */
static void advise(const char *link)
{
    struct stat about, target;
    int is_strangers = lstat(link, &about) == 0 && stat(link, &target) == 0 &&
                       about.st_uid != target.st_uid;
    doctor_mend("Options +FollowSymLinks in httpd's configuration, for the "
                "directory that has the link");
    if (is_strangers)
        doctor_mend("or, for SymLinksIfOwnerMatch, a link of the file's owner");
    doctor_mend_file(link, NULL, "");
}

void doctor_blame_link(const doctor_t *d)
{
    char link[PATH_MAX];
    if (!doctor_find_link(d, link))
        return;
    doctor_say(DOCTOR_WRONG, "link",
               "httpd forbids it (403), and %s is a symbolic link, which "
               "Options may not allow (PERSIST1011)",
               link);
    advise(link);
}
