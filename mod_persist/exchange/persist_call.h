/* SPDX-License-Identifier: Apache-2.0 */
/* persist_call.h: the state of one request, shared by the parts of the handler.
 * It lives in r->pool and is private to the request's thread. */

#ifndef PERSIST_CALL_H
#define PERSIST_CALL_H

#include "config/persist_config.h"
#include "exchange/persist_body.h"
#include "exchange/persist_connection.h"
#include "exchange/persist_fate.h"
#include "exchange/persist_output.h"
#include "exchange/persist_wait.h"
#include "exchange/persist_words.h"
#include "lifecycle/persist_child.h"
#include "response/persist_fault.h"
#include "response/persist_response.h"
#include "slots_claim.h"
#include "slots_queue.h"

/* All times are those of common_now_us(). */
typedef struct persist_call {
    request_rec *r;
    persist_child_t *child;
    persist_dir_config_t config;

    /* persist_pool.c: the pool */
    const apr_array_header_t *interpreter; /* const char *; NULL: the script */
    wire_ensure_t definition;
    uint32_t pool; /* index in the table */
    uint64_t generation;

    /* persist_lease.c: the worker */
    int64_t patience; /* when waiting for a worker ends */
    int keyed;        /* PersistAffinity has given this request a key */
    uint64_t key;
    uint32_t aim;    /* preferred worker (slots_affinity.h); 0: any */
    int64_t entered; /* when the request joined the queue; 0: it did not wait */
    /* in the queue; with put_off it has a cell */
    slots_place_t place;
    slots_lease_t lease;
    int64_t claimed;
    int64_t took; /* from the claim to the end of the lease, µs */
    int64_t boot; /* µs of the wait in which the worker was starting */

    /* persist_exchange.c: the conversation */
    wire_bytes_t id;
    wire_bytes_t variables;
    persist_body_t body;
    persist_response_t response;
    struct persist_unblock *unblock; /* NULL: passes wait for the client */
    persist_wait_t wait;
    persist_connection_t *connection;
    persist_output_t output;
    /* persist_turn.c: the worker's other requests, of which one may run first,
     * when this thread looked last */
    slots_others_t others;
    int had_others;  /* a look has found some since the request was sent */
    int64_t look_at; /* when it looks next; 0: never */
    int put_off; /* the request was taken back from a busy worker, and waits */
    int64_t deadline; /* of HARD; 0: none */
    int64_t soft_at;  /* when LATE is sent next; 0: never */
    int is_late;      /* the soft deadline has passed */
    int tries;
    int64_t tried; /* when the first try was over, µs */
    int delivered; /* the script may have seen part of the request */
    persist_fate_t fate;

    /* persist_script_fault.c: the script failed, and its SDK has answered */
    persist_fault_t script_fault; /* code 0: it did not */
    persist_words_t words;        /* with PersistDebug */

    /* why there is no whole response */
    persist_fault_t fault;
    int client_status; /* status for a wrong body of the client's; OK: none */
    int gone;          /* the client has left */
} persist_call_t;

#endif /* PERSIST_CALL_H */
