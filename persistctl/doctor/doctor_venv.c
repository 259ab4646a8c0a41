/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_venv.c: a virtual environment breaks when its Python is removed or
 * replaced by another version, or when it is moved. */

#include "doctor/doctor_venv.h"
#include "doctor/doctor_mend.h"
#include "doctor/doctor_report.h"

#include "common_apps.h"
#include "common_venv.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Prints the version, if its packages' folder is there. Without ensurepip,
 * which Debian has in python3-venv, `python3 -m venv` fails when it has made
 * all but pip. Other tools leave pip out, but install packages. */
static const char probe[] =
    "import importlib.util, os, sys, sysconfig\n"
    "print('%d.%d' % sys.version_info[:2])\n"
    "place = sysconfig.get_path('purelib')\n"
    "if not os.path.isdir(place): sys.exit(3)\n"
    "if importlib.util.find_spec('pip'): sys.exit(0)\n"
    "own = ('_', 'distutils', 'pkg_resources', 'setuptools')\n"
    "has = [name for name in os.listdir(place) if not name.startswith(own)]\n"
    "sys.exit(0 if has else 4)\n";

/* True if the Python of our PATH, which the advice calls, can make one. */
static int makes_venvs(doctor_t *d)
{
    const char *words[] = {
        "python3", "-I", "-B", "-c", "import ensurepip, venv", NULL};
    const doctor_run_t run = {.words = words, .seconds = 10};
    return doctor_run(&run, &d->output) == 0;
}

static void advise(doctor_t *d, const common_venv_t *venv)
{
    char list[PATH_MAX];
    if (common_venv_is_elsewhere(venv)) {
        doctor_mend(COMMON_VENV_MEND, venv->path);
        return;
    }
    if (!makes_venvs(d))
        doctor_mend("first, since python3 has no ensurepip: sudo apt install "
                    "python3-venv");
    if (access(doctor_path(d, "requirements.txt", list), F_OK) == 0)
        doctor_mend_file(venv->path, list,
                         "~python3 -m venv --clear @ && ~@/bin/pip install -r "
                         "%");
    else
        doctor_mend_file(venv->path, NULL,
                         "~python3 -m venv --clear @, and ~@/bin/pip install "
                         "what the application imports");
}

static int run_probe(doctor_t *d, const char *python)
{
    const char *words[] = {python, "-I", "-B", "-c", probe, NULL};
    const doctor_run_t run = {
        .words = words, .as = d->who.name[0] ? &d->who : NULL, .seconds = 10};
    return doctor_run(&run, &d->output);
}

static int is_above(const char *where, const char *folder)
{
    size_t len = strlen(where);
    return strncmp(where, folder, len) == 0 &&
           (folder[len] == '/' || folder[len] == '\0');
}

/* A Python in somebody's home directory may be closed to httpd's User; a new
 * environment would be as closed as this one. What is above the folder has been
 * found with the modes. */
static int is_closed(const doctor_t *d, const char *python)
{
    doctor_obstacle_t obstacle;
    if (!doctor_access_obstacle(python, &d->who, DOCTOR_SEARCH, &obstacle))
        return 0;
    if (is_above(obstacle.where, d->folder))
        return 1;
    doctor_say(DOCTOR_WRONG, "virtual environment",
               "its Python is %s, and httpd's User %s may not search %s",
               python, d->who.name, obstacle.where);
    doctor_open_way(d, &obstacle);
    return 1;
}

static int blame(doctor_t *d, const common_venv_t *venv, const char *python,
                 int status)
{
    doctor_verdict_t verdict =
        status == 4 && doctor_serves(d) ? DOCTOR_WARN : DOCTOR_WRONG;
    if (status == 3)
        doctor_say(verdict, "virtual environment",
                   "%s was made for another Python than its %s", venv->place,
                   d->output.bytes);
    else if (status == 4)
        doctor_say(verdict, "virtual environment",
                   "%s is half made: it has neither pip nor packages",
                   venv->place);
    else
        doctor_say(verdict, "virtual environment", "%s does not run%s%s",
                   python, d->who.name[0] ? " as " : "", d->who.name);
    advise(d, venv);
    return verdict == DOCTOR_WARN ? 0 : -1;
}

static int try_python(doctor_t *d, const common_venv_t *venv,
                      const char *python)
{
    char where[PATH_MAX];
    if (!doctor_may_run(d, python, where))
        return 0;
    int status = run_probe(d, python);
    d->output.bytes[strcspn(d->output.bytes, "\n")] = '\0';
    if (status != 0)
        return blame(d, venv, python, status);
    doctor_say(DOCTOR_WELL, "virtual environment", "%s, Python %s", venv->place,
               d->output.bytes);
    return 0;
}

/* Returns 1 if there is no such environment. A symbolic link whose target has
 * gone is there for lstat() alone. */
static int check(doctor_t *d, const common_venv_t *venv)
{
    char python[PATH_MAX];
    struct stat about;
    if (snprintf(python, PATH_MAX, "%s/bin/python3", venv->place) >= PATH_MAX)
        return 1;
    int seen = lstat(python, &about) == 0;
    if (!seen && errno != EACCES)
        return 1;
    if (d->who.name[0] && is_closed(d, python))
        return -1;
    if (!seen)
        return 0;
    if (stat(python, &about) == 0)
        return try_python(d, venv, python);
    doctor_say(DOCTOR_WRONG, "virtual environment",
               "%s is broken: the Python that it was made with has gone",
               python);
    advise(d, venv);
    return -1;
}

/* What a file leads to must be an environment: persist-app takes no other
 * Python then. */
static int check_name(doctor_t *d, const char *name)
{
    common_venv_t venv;
    const char *why = common_venv_find(d->folder, name, &venv);
    int found = why ? 1 : check(d, &venv);
    if (why)
        doctor_say(DOCTOR_WRONG, "virtual environment", "%s %s", venv.path,
                   why);
    else if (found == 1 && common_venv_is_elsewhere(&venv)) {
        doctor_say(DOCTOR_WRONG, "virtual environment",
                   "%s leads to %s, which has no bin/python3", venv.path,
                   venv.place);
        advise(d, &venv);
    } else
        return found;
    return -1;
}

int doctor_venv(doctor_t *d)
{
    const char *const *venvs = common_app_find(".py")->language->venvs;
    int found = 1;
    for (; found == 1 && *venvs; venvs++)
        found = check_name(d, *venvs);
    return found == 1 ? 0 : found;
}
