/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_environment.c: runs a program as a worker would be run. */

#include "doctor/doctor.h"

#include <string.h>

static int has_variable(const doctor_htaccess_t *lines, const char *variable)
{
    size_t len = strcspn(variable, "=") + 1;
    for (int i = 0; i < lines->env_count; i++)
        if (strncmp(lines->env[i], variable, len) == 0)
            return 1;
    return 0;
}

static void fill(const doctor_t *d, char **environment)
{
    const doctor_htaccess_t *lines = &d->lines, *more = &d->sections.lines;
    *environment++ = (char *)"PATH=/usr/local/bin:/usr/bin:/bin";
    *environment++ = (char *)"LANG=C.UTF-8";
    *environment++ = (char *)"PYTHONDONTWRITEBYTECODE=1";
    for (int i = 0; i < lines->env_count; i++)
        *environment++ = lines->env[i];
    for (int i = 0; i < more->env_count; i++)
        if (!has_variable(lines, more->env[i]))
            *environment++ = more->env[i];
    *environment = NULL;
}

int doctor_run_as_worker(doctor_t *d, const char *const *words, int seconds)
{
    char *environment[2 * DOCTOR_ENV_MAX + 4];
    const doctor_run_t run = {.words = words,
                              .as = d->who.name[0] ? &d->who : NULL,
                              .folder = d->folder,
                              .environment = environment,
                              .seconds = seconds,
                              .with_errors = 1};
    fill(d, environment);
    return doctor_run(&run, &d->output);
}
