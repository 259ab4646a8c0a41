/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_log.h: the command that shows the last lines about scripts. */

#ifndef CTL_LOG_H
#define CTL_LOG_H

#include "ctl_options.h"

/* Prints what each running persistd has kept of the named script, of those
 * below the named folder, or of all that the caller may see; with --follow goes
 * on with new lines until it is interrupted. */
ctl_command_fn ctl_log;

#endif /* CTL_LOG_H */
