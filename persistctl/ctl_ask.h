/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_ask.h: one question to one persistd over its admin socket. */

#ifndef CTL_ASK_H
#define CTL_ASK_H

#include <stdio.h>

/* Asks for the report (enum wire_status_format) and writes it to out when it is
 * complete, as ctl_print does. Takes five seconds at most. Returns 0, or -1
 * with errno (ECONNREFUSED, ENOENT: no persistd lives here; EPERM: who listens
 * is not the owner of the directory; EPROTO: what answers is no persistd;
 * EMSGSIZE: it never ends; ETIMEDOUT: it does not answer in time). */
int ctl_ask_status(const char *instance, int format, FILE *out);

#endif /* CTL_ASK_H */
