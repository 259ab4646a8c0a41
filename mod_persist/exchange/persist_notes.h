/* SPDX-License-Identifier: Apache-2.0 */
/* persist_notes.h: where a request's time went, for LogFormat (notes) and for
 * browsers (Server-Timing). docs/status.md names them. */

#ifndef PERSIST_NOTES_H
#define PERSIST_NOTES_H

#include "exchange/persist_call.h"

/* The request has a lease, or has waited for one in vain: notes its pool and
 * its time in the queue, and with a lease the worker. */
void persist_notes_lease(persist_call_t *call, int leased);

/* The lease has ended: notes how long the request had its worker. */
void persist_notes_service(persist_call_t *call);

/* The head of the response is there: adds Server-Timing to it where
 * PersistServerTiming is on. */
void persist_notes_timing(persist_call_t *call);

#endif /* PERSIST_NOTES_H */
