/* SPDX-License-Identifier: Apache-2.0 */
/* persist_forward.h: passes the response on to the client while a worker is
 * leased. */

#ifndef PERSIST_FORWARD_H
#define PERSIST_FORWARD_H

#include "exchange/persist_call.h"

/* True if the hard deadline has passed. */
int persist_forward_is_late(const persist_call_t *call);

/* The hard deadline has passed: ends the exchange. The worker is at fault
 * (BROKEN), unless it had to wait for the client (CANCEL). */
void persist_forward_late(persist_call_t *call);

/* Passes the response so far down the filters; with flush, on to the client.
 * While a worker is leased this does not wait for a client that does not read,
 * as long as PersistBuffer has room (persist_unblock.h). Otherwise it waits as
 * long as the deadline allows (HTTP/1 only: the socket under an HTTP/2 stream
 * is not this request's). An error ends
 * the exchange: it sets fate, and either gone (the client has left, or a filter
 * has sent another answer) or the fault. If the deadline has passed before the
 * call the worker is at fault (BROKEN); if it passes during the call the client
 * is (CANCEL). */
void persist_forward(persist_call_t *call, int flush);

/* Ends an answer to HEAD once its head has come. A script that streams on,
 * which may be for ever, is notified that nobody waits. */
void persist_forward_head(persist_call_t *call);

/* Sends what waits for the client, if it takes some. Ends the exchange if that
 * fails, or if the client has taken nothing for as long as Timeout says. */
void persist_forward_on(persist_call_t *call);

#endif /* PERSIST_FORWARD_H */
