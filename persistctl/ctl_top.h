/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_top.h: shows the busiest pools, once a second. */

#ifndef CTL_TOP_H
#define CTL_TOP_H

#include "ctl_options.h"

/* Runs on a terminal until q or an interrupt; else, or with --json, prints
 * once. */
ctl_command_fn ctl_top;

#endif /* CTL_TOP_H */
