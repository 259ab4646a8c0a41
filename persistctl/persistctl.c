/* SPDX-License-Identifier: Apache-2.0 */
/* persistctl.c: selects the function of the command. */

#include "ctl_log.h"
#include "ctl_look.h"
#include "ctl_options.h"
#include "ctl_order.h"
#include "ctl_start.h"
#include "ctl_stop.h"
#include "ctl_top.h"
#include "doctor/doctor.h"
#include "new/new.h"

#include <stdio.h>
#include <string.h>

static const struct command {
    const char *name;
    ctl_command_fn *run;
} commands[] = {
    {"status", ctl_look_status},
    {"pools", ctl_look_pools},
    {"workers", ctl_look_workers},
    {"pid", ctl_look_pid},
    {"top", ctl_top},
    {"log", ctl_log},
    {"start", ctl_start},
    {"stop", ctl_stop},
    {"restart", ctl_order},
    {"reload", ctl_order},
    {"drain", ctl_order},
    {"doctor", doctor},
    {"new", new_make},
};

int main(int argc, char **argv)
{
    ctl_options_t options;
    int status = ctl_options_read(&options, argc, argv);
    if (status >= 0)
        return status;
    for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++)
        if (strcmp(commands[i].name, options.command) == 0) {
            status = commands[i].run(&options);
            return fflush(stdout) == 0 ? status : CTL_FAILED;
        }
    fprintf(stderr,
            "persistctl: there is no command %s; see persistctl "
            "--help\n",
            options.command);
    return CTL_WRONG;
}
