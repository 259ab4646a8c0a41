/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_top.h: the pools that work most, each second anew. */

#ifndef CTL_TOP_H
#define CTL_TOP_H

#include "ctl_options.h"

/* On a terminal until q or an interrupt; else, as with --json, one look. */
ctl_command_fn ctl_top;

#endif /* CTL_TOP_H */
