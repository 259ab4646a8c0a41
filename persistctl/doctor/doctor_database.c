/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_database.c: may httpd's User write the databases of SQLite? It makes
 * files beside a database, so the directory counts, too. */

#include "doctor/doctor.h"
#include "doctor/doctor_mend.h"
#include "doctor/doctor_report.h"

#include "common_shell.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* Below the application's folder: where frameworks have databases. */
static const char *const places[] = {".", "data", "db", "instance", "storage"};
static const char *const endings[] = {".sqlite3", ".sqlite", ".db"};

static int is_database(const char *name)
{
    const char *ending = strrchr(name, '.');
    for (size_t i = 0;
         ending && ending > name && i < sizeof(endings) / sizeof(endings[0]);
         i++)
        if (strcmp(ending, endings[i]) == 0)
            return 1;
    return 0;
}

/* The application's folder itself should not be writable. */
static void mend(const doctor_t *d, const char *place, const char *folder,
                 const char *file)
{
    if (strcmp(place, ".") == 0) {
        doctor_mend("mkdir %s/data, move the database there, name it so in the "
                    "application, and persistctl doctor once more",
                    common_shell_quote(d->folder));
        return;
    }
    doctor_mend_file(folder, d->who.name, "~setfacl -m u:%:rwx @");
    doctor_mend_file(file, d->who.name, "~setfacl -m u:%:rw @");
    doctor_mend_file(folder, d->who.name, "or: sudo chown -hR % @");
}

static void check(const doctor_t *d, const char *place, const char *folder,
                  const char *name)
{
    char file[PATH_MAX + 300];
    int enter = DOCTOR_WRITE | DOCTOR_SEARCH;
    snprintf(file, sizeof(file), "%s/%s", folder, name);
    int file_closed =
        doctor_access_try(file, &d->who, DOCTOR_READ | DOCTOR_WRITE) == 0;
    if (!file_closed && doctor_access_try(folder, &d->who, enter) != 0)
        return;
    doctor_say(DOCTOR_WARN, "database", "httpd's User %s may not write %s",
               d->who.name, file_closed ? file : folder);
    mend(d, place, folder, file);
}

/* What is a symbolic link is left out: who follows a line that mends must not
 * open what somebody else chose. */
static void look_into(const doctor_t *d, const char *place)
{
    char folder[PATH_MAX];
    struct stat about;
    struct dirent *entry;
    const char *path =
        strcmp(place, ".") == 0 ? d->folder : doctor_path(d, place, folder);
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *directory = fd >= 0 ? fdopendir(fd) : NULL;
    while (directory && (entry = readdir(directory)) != NULL)
        if (is_database(entry->d_name) &&
            fstatat(fd, entry->d_name, &about, AT_SYMLINK_NOFOLLOW) == 0 &&
            S_ISREG(about.st_mode))
            check(d, place, path, entry->d_name);
    if (directory)
        closedir(directory);
}

void doctor_database(const doctor_t *d)
{
    if (!d->who.name[0] || !d->is_app || d->facts.closed)
        return;
    for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++)
        look_into(d, places[i]);
}
