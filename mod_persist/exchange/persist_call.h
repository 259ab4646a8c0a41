/* SPDX-License-Identifier: Apache-2.0 */
/* persist_call.h: one request on its way through a worker: what the parts of
 * the handler share. Lives in r->pool; private to the request's thread. */

#ifndef PERSIST_CALL_H
#define PERSIST_CALL_H

#include "config/persist_config.h"
#include "exchange/persist_body.h"
#include "exchange/persist_connection.h"
#include "exchange/persist_fate.h"
#include "exchange/persist_output.h"
#include "exchange/persist_wait.h"
#include "lifecycle/persist_child.h"
#include "response/persist_fault.h"
#include "response/persist_response.h"
#include "slots_claim.h"

/* Times are slots_now_us(). */
typedef struct persist_call {
    request_rec *r;
    persist_child_t *child;
    persist_dir_config_t config;

    /* persist_pool.c: which workers */
    wire_ensure_t definition;
    uint32_t pool; /* index in the table */
    uint64_t generation;

    /* persist_lease.c: which of them */
    int64_t patience; /* when waiting for one ends */
    int keyed;        /* PersistAffinity has given this request a key */
    uint64_t key;
    uint32_t aim;    /* the worker for it (slots_affinity.h), 0: any */
    int64_t entered; /* when it began to wait in the queue; 0: it did not */
    slots_lease_t lease;
    int64_t claimed;
    int64_t took; /* from claim to the end of the lease, µs */
    int64_t
        boot; /* of its wait, µs that the worker started (persist_notes.c) */

    /* persist_exchange.c: the conversation */
    wire_bytes_t id;
    wire_bytes_t variables;
    persist_body_t body;
    persist_response_t response;
    persist_wait_t wait;
    persist_connection_t *connection;
    persist_output_t output;
    int64_t deadline; /* the hard one; 0: none */
    int64_t soft_at;  /* when the soft one is said (again); 0: never */
    int is_late;      /* it has been said */
    int tries;
    int64_t tried; /* when the first of them was over, µs */
    int delivered; /* the script may have seen some of the request */
    persist_fate_t fate;

    /* how it ended, when there is no whole response */
    persist_fault_t fault;
    int client_status; /* what the client's own body came to; OK: nothing */
    int gone;          /* the client has left */
} persist_call_t;

#endif /* PERSIST_CALL_H */
