/* SPDX-License-Identifier: Apache-2.0 */
/* orders.h: orders of persistctl for the pools of a script.
 *
 * Root, our own uid and the owner of the script's file may give orders. The
 * kernel names the sender, and our own look names the file's owner. An order
 * concerns a script, so it applies to all pools with its path. */

#ifndef ORDER_H
#define ORDER_H

#include "pool/pool.h"
#include "serve/client.h"

/* ORDER came: carries it out, and sends ORDERED when it is done, has failed, or
 * has taken too long. In the last case the order still stands. */
void order_take(client_t *client, const wire_order_t *wire);

/* Checks whether the client's order is done. May free the client. */
void order_tick(client_t *client);

/* True if the client's order has not begun. It is carried out even if the
 * client hangs up. */
int order_is_pending(const client_t *client);

/* Drops the client's order, if there is one. */
void order_drop(client_t *client);

#endif /* ORDER_H */
