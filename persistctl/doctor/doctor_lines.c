/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_lines.c: lines of .htaccess that send files where the module lacks. */

#include "doctor/doctor.h"
#include "doctor/doctor_mend.h"
#include "doctor/doctor_report.h"

#include "common_shell.h"

static void blame_mark(const doctor_t *d)
{
    char path[PATH_MAX];
    doctor_say(DOCTOR_WRONG, ".htaccess",
               "a byte order mark stands before its first line, so httpd "
               "refuses that");
    doctor_mend_file(doctor_path(d, ".htaccess", path), NULL,
                     "~sed -i '1s/^\\xef\\xbb\\xbf//' @");
}

void doctor_lines(const doctor_t *d)
{
    const doctor_htaccess_t *lines = &d->lines;
    if (lines->has_mark)
        blame_mark(d);
    if (lines->lone_handler) {
        doctor_say(DOCTOR_WARN, ".htaccess",
                   "\"SetHandler persist-app\": without mod_persist, httpd "
                   "would send every file of the folder");
        doctor_mend("PersistApp auto");
    }
    if (lines->conditional) {
        doctor_say(DOCTOR_WARN, ".htaccess",
                   "its lines stand in <IfModule>: without mod_persist, httpd "
                   "would send every file of the folder");
        doctor_mend("take <IfModule> and </IfModule> away, and keep the lines");
    }
    if (!d->entry[0] && d->is_app) {
        doctor_offer(d);
    } else if (!d->entry[0]) {
        doctor_say(DOCTOR_UNKNOWN, "application",
                   "%s has scripts (SetHandler persist-script)", d->folder);
        doctor_mend("persistctl doctor %s/SCRIPT",
                    common_shell_quote(d->folder));
    } else {
        doctor_say(DOCTOR_WELL, "application", "%s", d->entry);
    }
}
