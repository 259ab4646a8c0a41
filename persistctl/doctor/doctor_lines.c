/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_lines.c: lines of .htaccess that send files where the module lacks. */

#include "doctor/doctor.h"
#include "doctor/doctor_files.h"
#include "doctor/doctor_mend.h"
#include "doctor/doctor_report.h"

#include "common_shell.h"

enum { SCRIPTS_MAX = 3 };

static void blame_mark(const doctor_t *d)
{
    char path[PATH_MAX];
    doctor_say(DOCTOR_WRONG, ".htaccess",
               "a byte order mark stands before its first line, so httpd "
               "refuses that");
    doctor_mend_file(doctor_path(d, ".htaccess", path), NULL,
                     "~sed -i '1s/^\\xef\\xbb\\xbf//' @");
}

static void offer_script(void *context, const char *name,
                         const struct stat *about)
{
    doctor_names_t *names = context;
    if ((about->st_mode & 0111) && names->count < SCRIPTS_MAX)
        doctor_names_add(names, name);
}

/* Each script has an answer of its own. */
static void offer_scripts(const doctor_t *d)
{
    doctor_names_t names = {.count = 0};
    char path[PATH_MAX];
    doctor_say(DOCTOR_UNKNOWN, "application",
               "%s has scripts (SetHandler persist-script)", d->folder);
    doctor_files_each(d, ".", offer_script, &names);
    for (size_t i = 0; i < names.count; i++)
        doctor_mend("persistctl doctor %s",
                    common_shell_quote(doctor_path(d, names.list[i], path)));
    if (names.count == 0)
        doctor_mend("persistctl doctor %s/SCRIPT",
                    common_shell_quote(d->folder));
    doctor_names_clear(&names);
}

static void blame_handler(void)
{
    doctor_say(DOCTOR_WARN, ".htaccess",
               "\"SetHandler persist-app\": without mod_persist, httpd would "
               "send every file of the folder");
    doctor_mend("PersistApp auto");
}

static void blame_condition(void)
{
    doctor_say(DOCTOR_WARN, ".htaccess",
               "its lines stand in <IfModule>: without mod_persist, httpd "
               "would send every file of the folder");
    doctor_mend("take <IfModule> and </IfModule> away, and keep the lines");
}

static void check_entry(const doctor_t *d)
{
    if (d->entry[0])
        doctor_say(DOCTOR_WELL, "application", "%s", d->entry);
    else if (doctor_serves(d))
        doctor_say(DOCTOR_WELL, "application",
                   "it answers, and its file is not known");
    else if (d->is_app)
        doctor_offer(d);
    else
        offer_scripts(d);
}

void doctor_lines(const doctor_t *d)
{
    if (d->lines.has_mark)
        blame_mark(d);
    if (d->lines.lone_handler)
        blame_handler();
    if (d->lines.conditional)
        blame_condition();
    check_entry(d);
}
