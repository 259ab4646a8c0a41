/* SPDX-License-Identifier: Apache-2.0 */
/* doctor.c: the order of the checks. */

#include "doctor/doctor.h"
#include "doctor/doctor_cgi.h"
#include "doctor/doctor_report.h"

#include <stdio.h>
#include <stdlib.h>

/* The directories in which administrators' programs are, which a user's PATH
 * may lack: apachectl is there. */
static void widen_path(void)
{
    const char *path = getenv("PATH");
    char *wider = NULL;
    if (asprintf(&wider, "%s:/usr/sbin:/sbin", path ? path : "/usr/bin:/bin") >
        0)
        setenv("PATH", wider, 1);
    free(wider);
}

static void find_user(doctor_t *d)
{
    const char *configured = d->server.user[0] ? d->server.user : NULL;
    if (doctor_who_find(&d->who, d->options->runtime_dir, configured) == 0)
        return;
    d->who.name[0] = '\0';
    doctor_say(DOCTOR_UNKNOWN, "User", "httpd's User is not known");
    doctor_mend("persistctl doctor --runtime-dir DIR, where DIR is "
                "PersistRuntimeDir of httpd's configuration");
}

/* Which server there is, and what it has configured, is not known. */
static void check_cgi(doctor_t *d)
{
    if (doctor_who_find(&d->who, d->options->runtime_dir, NULL) != 0)
        d->who.name[0] = '\0';
    doctor_find_entry(d);
    doctor_cgi(d);
    doctor_modes(d);
    doctor_env(d);
    int starts = doctor_start(d) == 0;
    if (d->options->url && doctor_address(d) == 0)
        doctor_secrets(d);
    else if (d->options->url)
        doctor_blame_address(d);
    if (starts)
        doctor_application(d);
}

/* Sees all that there is to see, before any of it is judged. */
static void look(doctor_t *d)
{
    doctor_server_ask(&d->server, &d->output);
    find_user(d);
    doctor_configuration(d);
    doctor_find_entry(d);
    doctor_address(d);
    doctor_ask(d);
}

/* Of a folder with scripts none is meant, and none was asked. */
static void check_url(doctor_t *d)
{
    if (!d->url[0])
        doctor_blame_address(d);
    else if (d->is_app || d->entry[0]) {
        if (d->facts.status != 0 || d->facts.late)
            doctor_secrets(d);
        doctor_answer(d);
    }
}

static void check(doctor_t *d)
{
    look(d);
    doctor_lines(d);
    doctor_runtime(d);
    doctor_modes(d);
    doctor_env(d);
    doctor_database(d);
    int starts = doctor_start(d) == 0;
    check_url(d);
    if (starts)
        doctor_application(d);
}

int doctor(const ctl_options_t *options)
{
    doctor_t *d = calloc(1, sizeof(*d));
    int status = CTL_FAILED;
    if (!d) {
        fputs("persistctl: out of memory\n", stderr);
        return status;
    }
    d->options = options;
    doctor_report_begin(options->json);
    widen_path();
    if (doctor_place(d) == 0) {
        if (d->is_cgi)
            check_cgi(d);
        else
            check(d);
        status = doctor_report_end() ? CTL_FAILED : CTL_DONE;
    }
    doctor_htaccess_clear(&d->lines);
    doctor_htaccess_clear(&d->sections.lines);
    doctor_pools_clear(&d->pools);
    free(d);
    return status;
}
