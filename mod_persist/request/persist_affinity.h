/* SPDX-License-Identifier: Apache-2.0 */
/* persist_affinity.h: the worker that a request prefers (PersistAffinity). */

#ifndef PERSIST_AFFINITY_H
#define PERSIST_AFFINITY_H

#include "exchange/persist_call.h"

/* Sets call->key from the expression. There is no key if there is no
 * expression, or if it gives an empty string or fails (logged at debug). */
void persist_affinity_begin(persist_call_t *call);

/* Sets call->aim to the preferred worker of this version; 0 (any) for a request
 * without a key, or while there is no such worker. */
void persist_affinity_aim(persist_call_t *call, uint64_t version);

#endif /* PERSIST_AFFINITY_H */
