/* SPDX-License-Identifier: Apache-2.0 */
/* persist_notes.h: where a request's time went, for LogFormat (notes) and for
 * browsers (Server-Timing). docs/status.md names them. */

#ifndef PERSIST_NOTES_H
#define PERSIST_NOTES_H

#include "exchange/persist_call.h"

/* After a lease, or a wait in vain for one: notes the pool and the time in the
 * queue, and with a lease the worker. */
void persist_notes_lease(persist_call_t *call, int leased);

/* After the end of a lease: notes how long the request had its worker, and
 * again how long it waited, if it did: the time at a busy worker is known now.
 * Where the request was taken back from its worker, that is noted no more. */
void persist_notes_service(persist_call_t *call);

/* Once the response's headers are known: adds Server-Timing to them if
 * PersistServerTiming is on. */
void persist_notes_timing(persist_call_t *call);

#endif /* PERSIST_NOTES_H */
