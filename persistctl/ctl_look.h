/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_look.h: the commands that only show something. */

#ifndef CTL_LOOK_H
#define CTL_LOOK_H

#include "ctl_options.h"

#include <msgpack/sbuffer.h>

/* Takes the report of one persistd, limited to the script if one is named. */
typedef void ctl_look_fn(void *context, const msgpack_sbuffer *report);

/* Passes all reports (enum wire_status_format) that the options select to take;
 * those of WIRE_STATUS_FIELDS are sealed. Returns an exit status, and has
 * printed what failed, also that the named script has no pool. */
int ctl_look(const ctl_options_t *options, int format, ctl_look_fn *take,
             void *context);

/* status, pools and workers print persistd's own report with --json. */
ctl_command_fn ctl_look_status, ctl_look_pools, ctl_look_workers, ctl_look_pid;

#endif /* CTL_LOOK_H */
