/* SPDX-License-Identifier: Apache-2.0 */
/* orders.h: what persistctl is told to have done with the pools of a script.
 *
 * Root, our own uid, and the owner of the script's file may give orders; who
 * asks is known from the kernel, whose the file is by our own look at it. An
 * order is for the script: it goes to all pools of that name. */

#ifndef ORDER_H
#define ORDER_H

#include "pool/pool.h"
#include "serve/client.h"

/* ORDER: carries it out, and sends ORDERED when that is done, when it failed,
 * or when it has taken too long; the order itself is not taken back then. */
void order_take(client_t *client, const wire_order_t *wire);

/* By the clock: looks whether the client's order is done. May free the client.
 */
void order_tick(client_t *client);

/* The client's order has not begun: that it hangs up changes nothing. */
int order_is_pending(const client_t *client);

/* The client is gone; NULL orders are fine. */
void order_drop(client_t *client);

#endif /* ORDER_H */
