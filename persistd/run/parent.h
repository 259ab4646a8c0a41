/* SPDX-License-Identifier: Apache-2.0 */
/* parent.h: the link to httpd's parent, and its death. */

#ifndef PARENT_H
#define PARENT_H

#include "state/persistd.h"

/* Watches the parent and listens on descriptor 0. Returns 0, or -1 with errno
 * (ESRCH: the parent has gone already). */
int parent_open(persistd_t *pd);

/* Tells the parent why persistd can't serve. Waits until it has been sent. */
void parent_refuse(const persistd_t *pd, int fault, const char *text);

#endif /* PARENT_H */
