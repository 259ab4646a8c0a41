/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_bundle.c: asks Bundler, by the Ruby that runs the application, whether
 * it has its gems. */

#include "doctor/doctor_bundle.h"
#include "doctor/doctor_mend.h"
#include "doctor/doctor_report.h"

#include "common_apps.h"

#include <string.h>
#include <unistd.h>

#define SECONDS 30

static const char *ruby_of(const doctor_t *d)
{
    const char *const *interpreter = doctor_interpreter(d);
    const common_language_t *ruby = common_app_find("config.ru")->language;
    if (interpreter)
        return interpreter[0];
    return ruby->system[0] ? ruby->system : ruby->program;
}

/* --dry-run: it writes no Gemfile.lock. The worker's environment decides, for
 * it may have BUNDLE_PATH or GEM_HOME. */
static int run_check(doctor_t *d, const char *ruby)
{
    const char *const words[] = {ruby,    "-S",        "bundle",
                                 "check", "--dry-run", NULL};
    return doctor_run_as_worker(d, words, SECONDS);
}

static int says(const doctor_t *d, const char *text)
{
    return strstr(d->output.bytes, text) != NULL;
}

/* " * no_such_gem (1.0)": the first that is missing, if Bundler names some. */
static const char *first_missing(doctor_t *d)
{
    char *name = strstr(d->output.bytes, "\n * ");
    if (!name)
        return NULL;
    name += 4;
    name[strcspn(name, "\r\n")] = '\0';
    return name;
}

static int blame_gems(doctor_t *d)
{
    char path[PATH_MAX];
    const char *missing = first_missing(d);
    doctor_say(doctor_serves(d) ? DOCTOR_WARN : DOCTOR_WRONG, "bundle",
               "gems of %s are not installed%s%s",
               doctor_path(d, "Gemfile", path),
               missing ? ", the first is " : "", missing ? missing : "");
    doctor_mend_file(d->folder, NULL, "cd @ && ~bundle install");
    return doctor_serves(d) ? 0 : -1;
}

static int blame_bundler(const doctor_t *d, const char *ruby)
{
    doctor_say(doctor_serves(d) ? DOCTOR_WARN : DOCTOR_WRONG, "bundle",
               "there is a Gemfile, and %s has no Bundler", ruby);
    doctor_mend("sudo apt install bundler, and then in the folder: bundle "
                "install");
    return doctor_serves(d) ? 0 : -1;
}

/* What else Bundler may refuse, the load shows with its own words. */
int doctor_bundle(doctor_t *d)
{
    char path[PATH_MAX];
    const char *ruby = ruby_of(d);
    if (access(doctor_path(d, "Gemfile", path), F_OK) != 0 ||
        !doctor_may_run(d, ruby, path) || run_check(d, ruby) != 1)
        return 0;
    if (says(d, "gems are missing") || says(d, "can't satisfy"))
        return blame_gems(d);
    if (says(d, "-- bundle (LoadError)"))
        return blame_bundler(d, ruby);
    return 0;
}
