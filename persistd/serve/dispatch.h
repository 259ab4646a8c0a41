/* SPDX-License-Identifier: Apache-2.0 */
/* dispatch.h: accepts clients and passes their messages on: HELLO first, then
 * what each of them may send. */

#ifndef DISPATCH_H
#define DISPATCH_H

#include "state/persistd.h"

/* Make the two sockets. Return 0, or -1 with errno. */
int dispatch_listen_http(persistd_t *pd);
int dispatch_listen_admin(persistd_t *pd);

/* Once a second: closes clients that send or read nothing for too long, and
 * marks the orders. */
void dispatch_tick(persistd_t *pd);

/* Goes on with all orders if the agenda has them marked. */
void dispatch_tick_orders(persistd_t *pd);

#endif /* DISPATCH_H */
