/* SPDX-License-Identifier: Apache-2.0 */
/* parent.h: the link to httpd's parent process, and the end of that process. A
 * user's own persistd has the link to the persist-cgi that starts it, for as
 * long as the start takes. */

#ifndef PARENT_H
#define PARENT_H

#include "state/persistd.h"

/* Watches the parent process (not with --own) and listens on descriptor 0.
 * Returns 0, or -1 with errno (ESRCH: the parent process is gone). */
int parent_open(persistd_t *pd);

/* Reports to the parent process why persistd cannot serve. Waits until the
 * report has been sent. */
void parent_refuse(const persistd_t *pd, int fault, const char *text);

#endif /* PARENT_H */
