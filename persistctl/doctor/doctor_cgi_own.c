/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_cgi_own.c: can the caller's own persistd be started? */

#include "doctor/doctor_cgi.h"
#include "doctor/doctor_mend.h"
#include "doctor/doctor_report.h"
#include "door_alive.h"
#include "door_runtime.h"
#include "door_start.h"
#include "door_trust.h"

#include "common_own.h"
#include "common_shell.h"
#include "persist_build.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SECONDS 10
#define DAEMON PERSIST_LIBEXECDIR "/persistd"

/* A persistd of another release, or another program, does not say this. */
static int check_daemon(doctor_t *d, const char *daemon)
{
    const char *const words[] = {daemon, "--version", NULL};
    const doctor_run_t run = {.words = words,
                              .as = d->who.name[0] ? &d->who : NULL,
                              .seconds = SECONDS};
    char where[PATH_MAX];
    if (!doctor_may_run(d, daemon, where))
        return 1;
    int status = doctor_run(&run, &d->output);
    d->output.bytes[strcspn(d->output.bytes, "\n")] = '\0';
    if (status == 0 && strstr(d->output.bytes, PERSIST_VERSION)) {
        doctor_say(DOCTOR_WELL, "persistd", "%s can be started", daemon);
        return 1;
    }
    doctor_say(DOCTOR_WRONG, "persistd", "%s %s%s", daemon,
               status == 127 ? "is not there"
               : status == 0 ? "is another release: "
                             : "cannot be run",
               status == 0 ? d->output.bytes : "");
    if (strcmp(daemon, DAEMON) != 0)
        doctor_mend("PersistDaemon %s in %s/.persist", DAEMON,
                    common_shell_quote(d->folder));
    else
        doctor_mend("make install of mod_persist, or PersistDaemon PATH in "
                    "%s/.persist",
                    common_shell_quote(d->folder));
    return 0;
}

/* In /tmp anybody can take a user's name, to keep his persistd from starting.
 */
static void mend_place(const char *path)
{
    unsigned long user = geteuid();
    doctor_mend("PersistRuntimeDir DIR in .persist, where DIR is one of "
                "yours, in directories that others cannot write");
    if (strncmp(path, COMMON_OWN_ANYBODYS "/persist-",
                strlen(COMMON_OWN_ANYBODYS "/persist-")) == 0)
        doctor_mend("or: sudo install -d -m 700 -o %lu " COMMON_OWN_SERVICES
                    "/persist-%lu",
                    user, user);
}

/* Also of a directory above it. */
static void blame_directory(const char *path, const char *why)
{
    struct stat about;
    doctor_say(DOCTOR_WRONG, "runtime directory", "%s", why);
    if (lstat(path, &about) == 0 && S_ISDIR(about.st_mode) &&
        about.st_uid == geteuid() && (about.st_mode & (S_IRWXG | S_IRWXO)))
        doctor_mend_file(path, NULL, "~chmod 700 @");
    else
        mend_place(path);
}

static void check_last_start(const doctor_t *d, const door_runtime_t *runtime)
{
    char instance[PATH_MAX];
    int64_t age;
    const char *reason = door_start_failure(runtime, &age);
    if (door_runtime_instance(runtime, instance) == 0 && door_alive(instance)) {
        doctor_say(DOCTOR_WELL, "runtime directory", "persistd runs in %s",
                   runtime->path);
    } else if (reason) {
        doctor_say(DOCTOR_WRONG, "runtime directory",
                   "the last start of persistd has failed: %s", reason);
        doctor_mend("tail %s/log", common_shell_quote(runtime->path));
        doctor_mend("persistctl start %s # tries again",
                    common_shell_quote(d->entry[0] ? d->entry : d->folder));
    } else {
        doctor_say(DOCTOR_WELL, "runtime directory",
                   "the next request starts persistd in %s", runtime->path);
    }
}

/* Each user has a directory of his own. Opening one makes it. */
void doctor_cgi_own(doctor_t *d, const door_settings_t *settings)
{
    static door_runtime_t runtime;
    char chosen[PATH_MAX] = "";
    struct stat about;
    if (!check_daemon(d, settings->daemon))
        return;
    if (geteuid() == 0) {
        doctor_say(DOCTOR_UNKNOWN, "runtime directory",
                   "root has no persistd of its own");
        doctor_mend("persistctl doctor %s, as the user that runs CGI programs",
                    common_shell_quote(d->folder));
        return;
    }
    if (!settings->runtime_dir)
        common_own_directory(chosen, sizeof(chosen));
    const char *path = settings->runtime_dir ? settings->runtime_dir : chosen;
    if (lstat(path, &about) != 0 && errno == ENOENT) {
        doctor_say(DOCTOR_WELL, "runtime directory",
                   "the first request makes %s", path);
        return;
    }
    const char *why = door_runtime_open(&runtime, settings->runtime_dir);
    if (why) {
        blame_directory(path, why);
        return;
    }
    check_last_start(d, &runtime);
    close(runtime.fd);
}
