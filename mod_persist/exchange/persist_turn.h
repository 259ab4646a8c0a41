/* SPDX-License-Identifier: Apache-2.0 */
/* persist_turn.h: a request at a worker that may run another one first.
 *
 * Such a worker has further units, so that it finds its next request when it is
 * done with one. Whether it has begun this one the connection's token says. A
 * request that has to wait for long is taken back and runs elsewhere.
 * Why: docs/decisions/requests-ahead.md */

#ifndef PERSIST_TURN_H
#define PERSIST_TURN_H

#include "exchange/persist_call.h"

/* Before REQUEST is sent. Without a token a request does not wait at a busy
 * worker unless the queue has no cell for it: the exchange is over then, with
 * call->put_off set. */
void persist_turn_begin(persist_call_t *call);

/* How long the thread may wait for the worker alone, in milliseconds. */
int persist_turn_pause_ms(const persist_call_t *call);

/* True if it is time to look and the request was sent less than
 * PERSIST_WAIT_READ_MS ago: whether its client is still there is not asked yet.
 */
int persist_turn_is_near(const persist_call_t *call);

/* When the thread has to look next, at the turn or at a deadline, µs; 0:
 * never. */
int64_t persist_turn_next(const persist_call_t *call);

/* The request has had no answer yet. If it is time to look, and the worker has
 * not got on since the last look, takes this one back: the exchange is over,
 * and the request has a cell of the queue, with call->put_off set. */
void persist_turn_look(persist_call_t *call);

/* The worker has answered. What it took to begin counts as time in the
 * queue. */
void persist_turn_came(persist_call_t *call);

/* The exchange is over. If the worker has not begun with the request it never
 * will, so the request is not delivered. Returns 1 in that case, else 0. */
int persist_turn_end(persist_call_t *call);

#endif /* PERSIST_TURN_H */
