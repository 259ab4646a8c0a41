/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_look.h: the commands that only look. */

#ifndef CTL_LOOK_H
#define CTL_LOOK_H

#include "ctl_options.h"

#include <msgpack/sbuffer.h>

/* Takes one report: of one persistd, and when a script was named, of that. */
typedef void ctl_look_fn(void *context, const msgpack_sbuffer *report);

/* Gives out all reports (enum wire_status_format; WIRE_STATUS_FIELDS ones
 * sealed) that the options ask for. Returns an exit status; what failed has
 * been said, also that the named script has no pool. */
int ctl_look(const ctl_options_t *options, int format, ctl_look_fn *take,
             void *context);

/* With --json the first three print persistd's own report. */
ctl_command_fn ctl_look_status, ctl_look_pools, ctl_look_workers, ctl_look_pid;

#endif /* CTL_LOOK_H */
