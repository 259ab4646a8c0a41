/* SPDX-License-Identifier: Apache-2.0 */
/* persist_affinity.h: which worker a request would like (PersistAffinity). */

#ifndef PERSIST_AFFINITY_H
#define PERSIST_AFFINITY_H

#include "exchange/persist_call.h"

/* Sets call->key from the expression. It stays without a key where there is no
 * expression, or where it gives nothing or fails (logged, debug). */
void persist_affinity_begin(persist_call_t *call);

/* Sets call->aim: the worker of this version for a request with a key, 0 (any)
 * for one without, or while there is none. */
void persist_affinity_aim(persist_call_t *call, uint64_t version);

#endif /* PERSIST_AFFINITY_H */
