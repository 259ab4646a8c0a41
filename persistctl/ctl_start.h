/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_start.h: persistctl start. */

#ifndef CTL_START_H
#define CTL_START_H

#include "ctl_options.h"

/* Gives the order to start. If a copy of persist-cgi lies beside the script,
 * the user's own persistd is started first. */
ctl_command_fn ctl_start;

#endif /* CTL_START_H */
