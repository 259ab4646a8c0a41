/* SPDX-License-Identifier: Apache-2.0 */
/* persist_forward.h: the response's way to the client, while a worker waits. */

#ifndef PERSIST_FORWARD_H
#define PERSIST_FORWARD_H

#include "exchange/persist_call.h"

/* True when the hard deadline is over. */
int persist_forward_is_late(const persist_call_t *call);

/* Passes what has come of the response down the filters; with flush on to the
 * client. A client that does not read is waited for as long as the deadline
 * allows (over HTTP/1: the socket under an HTTP/2 stream is not ours). What
 * goes wrong ends the exchange: fate is set, and gone when the client has left
 * or somebody else has answered it, else the fault. A deadline that is over at
 * the call is the worker's fault (BROKEN), one that comes within it the
 * client's (CANCEL). */
void persist_forward(persist_call_t *call, int flush);

#endif /* PERSIST_FORWARD_H */
