/* SPDX-License-Identifier: Apache-2.0 */
/* installed.h: whether another persistd has been installed since this one was
 * started. One of another release replaces this one at a graceful restart. One
 * of the same release does not, so the log and the report say so. */

#ifndef INSTALLED_H
#define INSTALLED_H

#include "state/persistd.h"

/* program: the path that we were started from; ignored unless absolute. */
void installed_open(persistd_t *pd, const char *program);

/* Looks once a minute. */
void installed_tick(persistd_t *pd);

/* Looks again soon, and logs again what is found. */
void installed_hurry(persistd_t *pd);

#endif /* INSTALLED_H */
