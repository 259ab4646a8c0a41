/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_trust.c: what may be run. */

#include "doctor/doctor.h"

#include "ctl_trust.h"

#include <string.h>
#include <unistd.h>

/* Behind a slash, a link to an environment elsewhere is followed. */
static const char *const venvs[] = {".venv/",           ".venv/bin/python3",
                                    ".venv/bin/python", "venv/",
                                    "venv/bin/python3", "venv/bin/python"};

static int is_safe(const char *path, char where[PATH_MAX])
{
    return ctl_trust_way(path, where) && ctl_trust_folder(path, where);
}

static int is_folder_safe(const doctor_t *d, char where[PATH_MAX])
{
    char path[PATH_MAX];
    int safe = is_safe(d->folder, where);
    for (size_t i = 0; safe && i < sizeof(venvs) / sizeof(venvs[0]); i++)
        safe = is_safe(doctor_path(d, venvs[i], path), where);
    return safe;
}

/* A name without a slash is sought in the caller's own PATH. */
int doctor_may_run(const doctor_t *d, const char *program, char where[PATH_MAX])
{
    where[0] = '\0';
    if (geteuid() == 0)
        return d->who.name[0] && d->who.uid != 0;
    if (strchr(program, '/') && !ctl_trust_way(program, where))
        return 0;
    return (!d->entry[0] || ctl_trust_way(d->entry, where)) &&
           is_folder_safe(d, where);
}
