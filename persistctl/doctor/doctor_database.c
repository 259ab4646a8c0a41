/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_database.c: may httpd's User write the databases of SQLite? It makes
 * files beside a database, so the directory counts, too. */

#include "doctor/doctor.h"
#include "doctor/doctor_files.h"
#include "doctor/doctor_mend.h"
#include "doctor/doctor_report.h"

#include "common_shell.h"

#include <string.h>

/* The application's folder itself should not be writable. */
static void mend(const doctor_t *d, const char *folder, const char *file)
{
    if (strcmp(folder, d->folder) == 0) {
        doctor_mend("mkdir %s/data, move the database there, name it so in the "
                    "application, and persistctl doctor once more",
                    common_shell_quote(d->folder));
        return;
    }
    doctor_mend_file(folder, d->who.name, "~setfacl -m u:%:rwx @");
    doctor_mend_file(file, d->who.name, "~setfacl -m u:%:rw @");
    doctor_mend_file(folder, d->who.name, "or: sudo chown -hR % @");
}

static void check(void *context, const char *name, const struct stat *about)
{
    const doctor_t *d = context;
    char file[PATH_MAX], folder[PATH_MAX];
    int enter = DOCTOR_WRITE | DOCTOR_SEARCH;
    (void)about;
    strcpy(folder, doctor_path(d, name, file));
    if (!*file)
        return;
    *strrchr(folder, '/') = '\0';
    int file_closed =
        doctor_access_try(file, &d->who, DOCTOR_READ | DOCTOR_WRITE) == 0;
    if (!file_closed && doctor_access_try(folder, &d->who, enter) != 0)
        return;
    doctor_say(DOCTOR_WARN, "database", "httpd's User %s may not write %s",
               d->who.name, file_closed ? file : folder);
    mend(d, folder, file);
}

void doctor_database(doctor_t *d)
{
    if (d->who.name[0] && d->is_app && !d->facts.closed)
        doctor_files_databases(d, check, d);
}
