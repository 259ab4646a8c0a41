/* SPDX-License-Identifier: Apache-2.0 */
/* persist_affinity.h: which worker a request would like (PersistAffinity). */

#ifndef PERSIST_AFFINITY_H
#define PERSIST_AFFINITY_H

#include "persist_call.h"

/* Sets call->key from the expression. It stays without a key where there is no
 * expression, or where it gives nothing or fails (logged, debug). */
void persist_affinity_begin(persist_call_t *call);

/* For a request with a key: chooses a worker and claims it if it is free and
 * nobody waits for it. Returns 1 with call->lease set, or 0: call->aim is what
 * to wait for. */
int persist_affinity_claim(persist_call_t *call);

#endif /* PERSIST_AFFINITY_H */
