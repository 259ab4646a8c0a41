/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_runtime.c: does a persistd run, of which we can ask something? */

#include "doctor/doctor.h"
#include "doctor/doctor_report.h"

#include <string.h>

static doctor_answered_t is_loaded(const doctor_t *d)
{
    if (d->pools.servers > 0)
        return DOCTOR_YES;
    if (!d->server.known)
        return DOCTOR_MAYBE;
    return d->server.has_module ? DOCTOR_YES : DOCTOR_NO;
}

static void complain(const doctor_t *d)
{
    const char *dir = d->options->runtime_dir;
    if (d->pools.error)
        doctor_say(DOCTOR_WRONG, "runtime directory", "%s: %s", dir,
                   strerror(d->pools.error));
    else
        doctor_say(DOCTOR_WRONG, "runtime directory",
                   "no persistd answers below %s", dir);
    if (d->server.known && !d->server.has_module)
        doctor_mend("load the module: sudo a2enmod persist && sudo systemctl "
                    "restart apache2");
    else
        doctor_mend("sudo apachectl restart; or name httpd's "
                    "PersistRuntimeDir: persistctl doctor --runtime-dir DIR");
}

void doctor_runtime(doctor_t *d)
{
    d->facts.module = is_loaded(d);
    if (d->pools.servers > 0)
        doctor_say(DOCTOR_WELL, "runtime directory", "persistd answers at %s",
                   d->options->runtime_dir);
    else
        complain(d);
}
