/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_trust.c: what may be run. */

#include "doctor/doctor.h"

#include "common_apps.h"
#include "common_venv.h"
#include "ctl_trust.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* What is run of an environment. Behind a slash, a link to one elsewhere is
 * followed. */
static const char *const parts[] = {"/", "/bin/python3", "/bin/python"};

static int is_safe(const char *path, char where[PATH_MAX])
{
    return ctl_trust_way(path, where) && ctl_trust_folder(path, where);
}

/* Nothing is run of one whose place is not known. */
static int is_venv_safe(const doctor_t *d, const char *name,
                        char where[PATH_MAX])
{
    common_venv_t venv;
    char path[PATH_MAX];
    int is_known = !common_venv_find(d->folder, name, &venv);
    int safe = ctl_trust_way(venv.path, where);
    for (size_t i = 0; is_known && safe && i < COUNT(parts); i++)
        safe =
            snprintf(path, PATH_MAX, "%s%s", venv.place, parts[i]) < PATH_MAX &&
            is_safe(path, where);
    return safe;
}

static int is_folder_safe(const doctor_t *d, char where[PATH_MAX])
{
    const char *const *venvs = common_app_find(".py")->language->venvs;
    int safe = is_safe(d->folder, where);
    for (; safe && *venvs; venvs++)
        safe = is_venv_safe(d, *venvs, where);
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
