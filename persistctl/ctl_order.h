/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_order.h: the commands that give an order. */

#ifndef CTL_ORDER_H
#define CTL_ORDER_H

#include "ctl_options.h"

/* Carries out start, stop, restart, reload or drain, as in options->command.
 * Sends the order to every running persistd that has pools of the script, and
 * prints the answers, those of failures to stderr. */
ctl_command_fn ctl_order;

#endif /* CTL_ORDER_H */
