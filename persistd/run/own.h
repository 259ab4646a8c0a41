/* SPDX-License-Identifier: Apache-2.0 */
/* own.h: a user's own persistd (--own) ends by itself. */

#ifndef OWN_H
#define OWN_H

#include "state/persistd.h"

/* Has SIGTERM end it in order: without httpd nobody else sends STOP when the
 * service that it belongs to is stopped. Returns 0, or libuv's error. */
int own_open(persistd_t *pd);

/* Turns its log over, and ends it when nobody has sent a request for the time
 * of --own, or when persistctl has told it to stop. Requests that come from
 * then on wait and have another one started. */
void own_tick(persistd_t *pd);

#endif /* OWN_H */
