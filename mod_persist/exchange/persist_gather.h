/* SPDX-License-Identifier: Apache-2.0 */
/* persist_gather.h: reads the request's body before the request gets a worker,
 * so that a slow client does not hold one.
 * Why: docs/decisions/slow-clients-wait-in-httpd.md */

#ifndef PERSIST_GATHER_H
#define PERSIST_GATHER_H

#include "exchange/persist_call.h"

/* Reads the body into a spool until it ends, until REQUEST of PersistBuffer,
 * until the temporary bytes are used up, or, if the client has told the length,
 * until memory is full and the client was quick to fill it; the exchange takes
 * the rest from the client. Waits as long as httpd's own filters do (Timeout,
 * RequestReadTimeout). Does nothing if the body is in REQUEST already, or with
 * PersistBuffer off. Sets call->client_status, with call->fault if it has a
 * code. */
void persist_gather_run(persist_call_t *call);

/* After that, for a script that reads CONTENT_LENGTH bytes of a body whose
 * length is not known: reads all of it, up to PersistMaxBody or else the
 * ceiling BufferRequest, as long as there is room for temporary bytes. A longer
 * one is a 413; with PersistBuffer off there is a 411. Sets what
 * persist_gather_run() sets. */
void persist_gather_whole(persist_call_t *call);

#endif /* PERSIST_GATHER_H */
