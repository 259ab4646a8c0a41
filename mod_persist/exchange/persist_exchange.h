/* SPDX-License-Identifier: Apache-2.0 */
/* persist_exchange.h: one request's conversation with a worker, as the state
 * table of wire/PROTOCOL.md has it. */

#ifndef PERSIST_EXCHANGE_H
#define PERSIST_EXCHANGE_H

#include "exchange/persist_call.h"

/* Speaks with the leased worker until it is over. Sets call->fate (never OPEN
 * or CANCEL), and call->fault, client_status or gone when it did not end well.
 * What has not been passed on of the response is in memory of the request's
 * own; the connection has been given back. */
void persist_exchange_run(persist_call_t *call);

#endif /* PERSIST_EXCHANGE_H */
