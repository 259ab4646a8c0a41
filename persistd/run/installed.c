/* SPDX-License-Identifier: Apache-2.0 */
/* installed.c: compares the file that we were started from with what it was
 * then. Installing writes a new file, also where the version is the same. */

#include "run/installed.h"

#include "base/heap.h"
#include "base/log.h"
#include "common_clock.h"
#include "decide/lane.h"
#include "os/look.h"
#include "os/looker.h"
#include "os/mount.h"

#include <stdlib.h>

#define PERIOD_US 60000000

static char *advice(const persistd_t *pd)
{
    return heap_print(
        "older than the installed %s%s", pd->installed.program,
        pd->options.own
            ? ": end it (persistctl stop), and the next request starts that one"
            : ": reload httpd, and if that keeps it, stop httpd and start it "
              "again (on Debian systemctl restart apache2)");
}

/* While it is being installed there may be no file, or a part of one. */
static void on_found(void *owner, const look_found_t *found)
{
    persistd_t *pd = owner;
    installed_t *installed = &pd->installed;
    if (!found)
        return; /* late; this is called again */
    installed->is_looking = 0;
    if (found->error)
        return;
    free(installed->newer);
    installed->newer = installed->version == found->version ? NULL : advice(pd);
    if (installed->newer && !installed->is_told)
        log_say(LOG_WARN, "persistd is %s", installed->newer);
    installed->is_told = installed->newer != NULL;
}

static void look(persistd_t *pd)
{
    installed_t *installed = &pd->installed;
    look_t *look =
        look_make(mount_of(installed->program), LANE_NOBODY, on_found, pd);
    installed->is_looking = 1;
    installed->due = common_now_us() + PERIOD_US;
    look_add(look, LOOKER_FILE, installed->program);
    look_begin(look);
}

/* We were loaded from there just now, so this file system answers. */
void installed_open(persistd_t *pd, const char *program)
{
    look_found_t found = {0};
    if (program[0] != '/')
        return;
    looker_stat(program, LOOKER_FILE, &found);
    if (found.error)
        return;
    pd->installed.program = program;
    pd->installed.version = found.version;
}

void installed_tick(persistd_t *pd)
{
    const installed_t *installed = &pd->installed;
    if (installed->program && !installed->is_looking && !pd->stopping &&
        common_now_us() >= installed->due)
        look(pd);
}

void installed_hurry(persistd_t *pd)
{
    pd->installed.is_told = 0;
    pd->installed.due = 0;
}
