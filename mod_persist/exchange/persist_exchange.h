/* SPDX-License-Identifier: Apache-2.0 */
/* persist_exchange.h: one request's conversation with a worker, by the state
 * table of wire/PROTOCOL.md. */

#ifndef PERSIST_EXCHANGE_H
#define PERSIST_EXCHANGE_H

#include "exchange/persist_call.h"

/* Talks with the leased worker until the exchange is over. Sets call->fate
 * (never to OPEN or CANCEL), and call->fault, client_status or gone if it did
 * not end well. The part of the response that has not been forwarded is in the
 * request's own memory. The connection has been given back. */
void persist_exchange_run(persist_call_t *call);

#endif /* PERSIST_EXCHANGE_H */
