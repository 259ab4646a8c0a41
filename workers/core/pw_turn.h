/* SPDX-License-Identifier: Apache-2.0 */
/* pw_turn.h: one turn of the loop. */

#ifndef PW_TURN_H
#define PW_TURN_H

#include "persist/worker.h"
#include "pw_poller.h"

/* Waits up to timeout_ms milliseconds (-1: without limit) for one event and
 * acts on it. Returns as pw_poller_wait(). *request becomes the request that
 * the event has brought, if it has brought one. */
int pw_turn(persist_worker_t *worker, int timeout_ms, pw_event_t *event,
            persist_request_t **request);

/* Gives the request back, which ends its response if the script has not.
 * Returns the next request, if that has already come on its connection, else
 * NULL. */
persist_request_t *pw_turn_back(persist_request_t *request);

/* Returns 1 in the thread that has opened the worker, else 0. */
int pw_turn_is_opener(const persist_worker_t *worker);

#endif /* PW_TURN_H */
