/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_stop.h: persistctl stop. */

#ifndef CTL_STOP_H
#define CTL_STOP_H

#include "ctl_options.h"

/* Stops the script that is named, or without a name the user's own persistd. */
ctl_command_fn ctl_stop;

#endif /* CTL_STOP_H */
