/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_start.c: what starts the application: its own first line, or the
 * interpreter of a virtual environment. */

#include "doctor/doctor.h"
#include "doctor/doctor_bundle.h"
#include "doctor/doctor_mend.h"
#include "doctor/doctor_report.h"
#include "doctor/doctor_shebang.h"
#include "doctor/doctor_venv.h"

#include "common_apps.h"
#include "common_shell.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void blame_line(const doctor_t *d, doctor_shebang_t found)
{
    if (found == DOCTOR_SHEBANG_CRLF) {
        doctor_say(DOCTOR_WRONG, "first line",
                   "%s has the line ends of Windows (CR LF)", d->entry);
        doctor_mend_file(d->entry, NULL, "~sed -i 's/\\r$//' @");
    } else if (found == DOCTOR_SHEBANG_MARK) {
        doctor_say(DOCTOR_WRONG, "first line",
                   "a byte order mark stands before #! in %s", d->entry);
        doctor_mend_file(d->entry, NULL, "~sed -i '1s/^\\xef\\xbb\\xbf//' @");
    } else {
        doctor_say(DOCTOR_WRONG, "first line",
                   "%s does not begin with #! and an absolute path", d->entry);
        doctor_mend("begin it with #! and its interpreter, such as "
                    "#!/usr/bin/env python3");
    }
}

static int is_program(const doctor_t *d, const char *path)
{
    if (d->who.name[0])
        return doctor_access_try(path, &d->who, DOCTOR_SEARCH) == 1;
    return access(path, X_OK) == 0;
}

/* env(1) looks in the PATH that a worker has. */
static int can_run(const doctor_t *d, const char *program, const char *through)
{
    static const char *const places[] = {"/usr/local/bin", "/usr/bin", "/bin"};
    char path[PATH_MAX + 16];
    if (!through[0] || strchr(through, '/'))
        return is_program(d, through[0] ? through : program);
    for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
        snprintf(path, sizeof(path), "%s/%s", places[i], through);
        if (is_program(d, path))
            return 1;
    }
    return 0;
}

static void blame_program(const doctor_t *d, const char *wanted)
{
    doctor_say(DOCTOR_WRONG, "first line",
               "%s names %s, which is not there for %s", d->entry, wanted,
               d->who.name[0] ? d->who.name : "you");
    doctor_mend("install %s, or name another in line 1",
                common_shell_quote(wanted));
}

/* A CGI program may run as its owner, who is to call us. */
static int check_mode(const doctor_t *d)
{
    int by_us = d->is_cgi || !d->who.name[0];
    if (by_us ? access(d->entry, X_OK) == 0 : is_program(d, d->entry))
        return 0;
    doctor_say(DOCTOR_WRONG, "first line", "%s is not executable for %s",
               d->entry, by_us ? "you" : d->who.name);
    doctor_mend_file(d->entry, NULL, "~chmod 755 @");
    return -1;
}

const char *const *doctor_interpreter(const doctor_t *d)
{
    const char *extension = strrchr(doctor_entry_name(d), '.');
    const char *const *words =
        extension ? doctor_htaccess_interpreter(&d->lines, extension) : NULL;
    return words || !extension
               ? words
               : doctor_htaccess_interpreter(&d->sections.lines, extension);
}

static int check_line(const doctor_t *d)
{
    char text[1024], program[PATH_MAX], through[PATH_MAX];
    if (doctor_read(d, doctor_entry_name(d), text, sizeof(text)) < 0)
        return -1;
    doctor_shebang_t found = doctor_shebang_read(text, program, through);
    const char *wanted = through[0] ? through : program;
    if (found == DOCTOR_SHEBANG_BINARY)
        return check_mode(d);
    if (found != DOCTOR_SHEBANG_GOOD)
        blame_line(d, found);
    else if (!can_run(d, program, through))
        blame_program(d, wanted);
    else if (check_mode(d) == 0) {
        doctor_say(DOCTOR_WELL, "first line", "%s is started by %s", d->entry,
                   wanted);
        return 0;
    }
    return -1;
}

static int check_interpreter(const doctor_t *d, const char *program)
{
    int runs = is_program(d, program);
    doctor_say(runs ? DOCTOR_WELL : DOCTOR_WRONG, "PersistInterpreter",
               "%s is %s for %s", program, runs ? "there" : "not there",
               d->entry);
    if (!runs)
        doctor_mend("install it, or name another in .htaccess");
    return runs ? 0 : -1;
}

static int check_program(const doctor_t *d)
{
    const char *const *interpreter = doctor_interpreter(d);
    return interpreter ? check_interpreter(d, interpreter[0]) : check_line(d);
}

static int is_auto(const doctor_t *d)
{
    return !doctor_app(d) || strcmp(doctor_app(d), "auto") == 0;
}

/* A runner loads the file, unless it is named and a program of its own. */
int doctor_starts_itself(const doctor_t *d)
{
    char text[3];
    if (!d->is_app)
        return !common_app_is_script_extension(
            strrchr(d->entry, '.') ? strrchr(d->entry, '.') : "");
    return !is_auto(d) && !d->object && !common_app_is_loaded(d->entry) &&
           doctor_read(d, doctor_entry_name(d), text, sizeof(text)) == 2 &&
           strcmp(text, "#!") == 0 && access(d->entry, X_OK) == 0;
}

int doctor_start(doctor_t *d)
{
    const common_app_t *app = common_app_find(d->entry);
    if (!d->entry[0])
        return -1;
    if (doctor_starts_itself(d))
        return check_program(d) == 0 ? doctor_own_server(d) : -1;
    if (d->object || (app && strcmp(app->language->name, "Python") == 0))
        return doctor_venv(d) == 0 ? doctor_own_server(d) : -1;
    return app && strcmp(app->language->name, "Ruby") == 0 ? doctor_bundle(d)
                                                           : 0;
}
