/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_order.h: the commands that have something done. */

#ifndef CTL_ORDER_H
#define CTL_ORDER_H

#include "ctl_options.h"

/* start, stop, restart, reload, drain: options->command says which. It goes to
 * every running persistd that has pools of the script; the answers are
 * printed, those of failures to stderr. */
ctl_command_fn ctl_order;

#endif /* CTL_ORDER_H */
