/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_modes.c: may httpd's User search the folders and read the files? Only
 * .env must not be open to all. */

#include "ctl_shell.h"
#include "doctor/doctor.h"
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
    const char *word = ctl_shell_quote(path);
    if (is_owner(d, path)) {
        doctor_mend("chmod 600 %s", word);
        return;
    }
    doctor_mend("sudo chgrp -h %s %s && chmod 640 %s", d->who.name, word, word);
    doctor_mend("or: chmod 600 %s && setfacl -m u:%s:r %s", word, d->who.name,
                word);
}

static void open_way(const doctor_t *d, const char *where, int lacking)
{
    char right = lacking == DOCTOR_SEARCH ? 'x' : 'r';
    const char *word = ctl_shell_quote(where);
    doctor_say(DOCTOR_WRONG, "modes", "httpd's User %s may not %s %s",
               d->who.name, right == 'x' ? "search" : "read", where);
    if (is_owner(d, where)) {
        doctor_mend("chmod u+%c %s", right, word);
        return;
    }
    doctor_mend("chmod o+%c %s", right, word);
    doctor_mend("or: setfacl -m u:%s:%c %s", d->who.name, right, word);
}

/* Returns true if the way to the file is open, or the file is not there. */
static int is_open(const doctor_t *d, const char *path, int want)
{
    char where[PATH_MAX];
    int lacking =
        doctor_access_obstacle(path, &d->who, want, where, sizeof(where));
    if (lacking)
        open_way(d, where, lacking);
    return !lacking;
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

void doctor_env(const doctor_t *d)
{
    char path[PATH_MAX];
    struct stat about;
    if (!d->who.name[0] || lstat(doctor_path(d, ".env", path), &about) != 0)
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
