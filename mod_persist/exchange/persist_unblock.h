/* SPDX-License-Identifier: Apache-2.0 */
/* persist_unblock.h: passes a response on without waiting for the client, while
 * a worker is leased. */

#ifndef PERSIST_UNBLOCK_H
#define PERSIST_UNBLOCK_H

#include "exchange/persist_call.h"

/* Registers the output filter. */
void persist_unblock_register_hooks(apr_pool_t *p);

/* From now on the connection's output waits in httpd if the client does not
 * take it (PersistBuffer RESPONSE), until persist_unblock_release(). Does
 * nothing where that cannot be: over HTTP/2 (mod_http2 offers no pass that does
 * not block), in a part of a page, for a response in whose place httpd answers,
 * and if another filter of the network is in the way. Call it before the
 * response's first pass. */
void persist_unblock_begin(persist_call_t *call);

/* True while output waits for the client. */
int persist_unblock_pending(const persist_call_t *call);

/* True if so much waits that the worker has to wait, too. */
int persist_unblock_full(const persist_call_t *call);

/* The client's socket has room: sends what it takes. */
apr_status_t persist_unblock_push(persist_call_t *call);

/* True if the client has taken nothing for so long (Timeout) that it counts as
 * gone. */
int persist_unblock_stalled(const persist_call_t *call);

/* The lease is over, so passes wait for the client from now on. If it has gone,
 * what waits is dropped. */
void persist_unblock_release(persist_call_t *call);

/* Sends what is left, if anything is, and takes the filter out of use. */
void persist_unblock_end(persist_call_t *call);

#endif /* PERSIST_UNBLOCK_H */
