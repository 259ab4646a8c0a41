/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_venv.c: a virtual environment breaks when its Python is removed or
 * replaced by another version, or when it is moved. */

#include "doctor/doctor_venv.h"
#include "ctl_shell.h"
#include "doctor/doctor_report.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LINKS_MAX 16

/* Prints the version, if its packages' folder is there. */
static const char probe[] =
    "import os, sys, sysconfig\n"
    "print('%d.%d' % sys.version_info[:2])\n"
    "sys.exit(0 if os.path.isdir(sysconfig.get_path('purelib')) else 3)\n";

static void advise(const doctor_t *d, const char *venv)
{
    struct stat about;
    const char *folder = ctl_shell_quote(d->folder);
    const char *as =
        stat(d->folder, &about) == 0 ? ctl_shell_as(about.st_uid) : "";
    doctor_mend("%spython3 -m venv --clear %s/%s && %s%s/%s/bin/pip install -r "
                "%s/requirements.txt",
                as, folder, venv, as, folder, venv, folder);
}

static int run_probe(doctor_t *d, const char *python)
{
    const char *words[] = {python, "-I", "-B", "-c", probe, NULL};
    const doctor_run_t run = {
        .words = words, .as = d->who.name[0] ? &d->who : NULL, .seconds = 10};
    return doctor_run(&run, &d->output);
}

/* Follows one symbolic link. Returns 0 when the path is none. */
static int follow(char path[PATH_MAX])
{
    char target[PATH_MAX];
    ssize_t len = readlink(path, target, sizeof(target) - 1);
    char *slash = strrchr(path, '/');
    if (len <= 0 || !slash)
        return 0;
    target[len] = '\0';
    size_t kept = target[0] == '/' ? 0 : (size_t)(slash + 1 - path);
    if (kept + (size_t)len >= PATH_MAX)
        return 0;
    memcpy(path + kept, target, (size_t)len + 1);
    return 1;
}

static int is_above(const char *where, const char *folder)
{
    size_t len = strlen(where);
    return strncmp(where, folder, len) == 0 &&
           (folder[len] == '/' || folder[len] == '\0');
}

/* A new environment would be as closed as this one. What is above the folder
 * has been found with the modes. */
static void blame_mode(const doctor_t *d, const char *path, const char *where)
{
    const char *word = ctl_shell_quote(where);
    if (is_above(where, d->folder))
        return;
    doctor_say(DOCTOR_WRONG, "virtual environment",
               "its Python is %s, and httpd's User %s may not search %s", path,
               d->who.name, where);
    doctor_mend("chmod o+x %s", word);
    doctor_mend("or: setfacl -m u:%s:x %s", d->who.name, word);
}

/* A Python in somebody's home directory may be closed to httpd's User. What is
 * closed may be what a link leads to: the last path that is none tells. */
static int is_closed(const doctor_t *d, const char *python)
{
    char path[PATH_MAX], where[PATH_MAX];
    int links = 0, lacking = 0;
    snprintf(path, sizeof(path), "%s", python);
    do
        lacking = doctor_access_obstacle(path, &d->who, DOCTOR_SEARCH, where,
                                         sizeof(where));
    while ((!lacking || strcmp(where, path) == 0) && links++ < LINKS_MAX &&
           follow(path));
    if (lacking)
        blame_mode(d, path, where);
    return lacking;
}

static int try_python(doctor_t *d, const char *venv, const char *python)
{
    char where[PATH_MAX];
    if (!doctor_may_run(d, python, where))
        return 0;
    int status = run_probe(d, python);
    d->output.bytes[strcspn(d->output.bytes, "\n")] = '\0';
    if (status == 0) {
        doctor_say(DOCTOR_WELL, "virtual environment", "%s/%s, Python %s",
                   d->folder, venv, d->output.bytes);
        return 0;
    }
    if (status == 3)
        doctor_say(DOCTOR_WRONG, "virtual environment",
                   "%s/%s was made for another Python than its %s", d->folder,
                   venv, d->output.bytes);
    else
        doctor_say(DOCTOR_WRONG, "virtual environment", "%s does not run%s%s",
                   python, d->who.name[0] ? " as " : "", d->who.name);
    advise(d, venv);
    return -1;
}

/* Returns 1 if there is no such environment. A symbolic link whose target has
 * gone is there for lstat() alone. */
static int check(doctor_t *d, const char *venv)
{
    char name[64], python[PATH_MAX];
    struct stat about;
    snprintf(name, sizeof(name), "%s/bin/python3", venv);
    doctor_path(d, name, python);
    if (lstat(python, &about) != 0)
        return 1;
    if (d->who.name[0] && is_closed(d, python))
        return -1;
    if (stat(python, &about) == 0)
        return try_python(d, venv, python);
    doctor_say(DOCTOR_WRONG, "virtual environment",
               "%s is broken: the Python that it was made with has gone",
               python);
    advise(d, venv);
    return -1;
}

int doctor_venv(doctor_t *d)
{
    int found = check(d, ".venv");
    if (found == 1)
        found = check(d, "venv");
    return found == 1 ? 0 : found;
}
