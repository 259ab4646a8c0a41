/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_modes.c: may httpd's User search the folders and read the files? Only
 * .env must not be open to all. */

#include "doctor/doctor.h"
#include "doctor/doctor_mend.h"
#include "doctor/doctor_report.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static int is_owner(const doctor_t *d, const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && about.st_uid == d->who.uid;
}

static void close_env(const doctor_t *d, const char *path)
{
    const char *lines = is_owner(d, path)
                            ? "~chmod 600 @"
                            : "sudo chgrp -h % @ && ~chmod 640 @\n"
                              "or: ~chmod 600 @ && ~setfacl -m u:%:r @";
    doctor_mend_file(path, d->who.name, lines);
}

static const char *lines_of(const doctor_t *d,
                            const doctor_obstacle_t *obstacle)
{
    int search = obstacle->lacking == DOCTOR_SEARCH;
    if (is_owner(d, obstacle->where))
        return search ? "~chmod u+x @" : "~chmod u+r @";
    return search ? "~chmod o+x @\nor: ~setfacl -m u:%:x @"
                  : "~chmod o+r @\nor: ~setfacl -m u:%:r @";
}

/* Behind a link is what the link's owner chose. */
void doctor_open_way(const doctor_t *d, const doctor_obstacle_t *obstacle)
{
    if (obstacle->link[0])
        doctor_mend_file(obstacle->link, NULL, "");
    else
        doctor_mend_file(obstacle->where, d->who.name, lines_of(d, obstacle));
}

/* Returns true if the way to the file is open, or the file is not there. */
static int is_open(const doctor_t *d, const char *path, int want)
{
    doctor_obstacle_t obstacle;
    if (!doctor_access_obstacle(path, &d->who, want, &obstacle))
        return 1;
    doctor_say(
        DOCTOR_WRONG, "modes", "httpd's User %s may not %s %s", d->who.name,
        obstacle.lacking == DOCTOR_SEARCH ? "search" : "read", obstacle.where);
    doctor_open_way(d, &obstacle);
    return 0;
}

/* CGI programs may run as their owner, so httpd only has to get there. */
void doctor_modes(doctor_t *d)
{
    char path[PATH_MAX];
    if (!d->who.name[0])
        return;
    int by_file = d->entry[0] && !d->is_cgi;
    const char *goal = by_file ? d->entry : d->folder;
    int want = by_file ? DOCTOR_READ : DOCTOR_SEARCH;
    int open = is_open(d, goal, want) &&
               is_open(d, doctor_path(d, ".htaccess", path), DOCTOR_READ);
    d->facts.closed = !open;
    if (open)
        doctor_say(DOCTOR_WELL, "modes", "httpd's User %s can reach %s",
                   d->who.name, goal);
}

/* Judges what a link leads to, too. */
void doctor_env(const doctor_t *d)
{
    char path[PATH_MAX];
    struct stat about;
    if (!d->who.name[0] || stat(doctor_path(d, ".env", path), &about) != 0)
        return;
    if (about.st_mode & S_IRWXO) {
        doctor_say(DOCTOR_WRONG, ".env",
                   "its mode is %o: every user of this "
                   "machine can use it, so it is refused",
                   (unsigned)(about.st_mode & 07777));
        close_env(d, path);
    } else if (d->is_cgi) {
        doctor_say(DOCTOR_WELL, ".env", "others do not read it");
    } else if (doctor_access_try(path, &d->who, DOCTOR_READ) == 0) {
        doctor_say(DOCTOR_WRONG, ".env", "httpd's User %s may not read it",
                   d->who.name);
        close_env(d, path);
    } else {
        doctor_say(DOCTOR_WELL, ".env", "%s reads it, and others do not",
                   d->who.name);
    }
}
