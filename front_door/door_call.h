/* SPDX-License-Identifier: Apache-2.0 */
/* door_call.h: the state of the request that this process serves. */

#ifndef DOOR_CALL_H
#define DOOR_CALL_H

#include "door_backlog.h"
#include "door_body.h"
#include "door_session.h"
#include "exchange/persist_descriptors.h"
#include "exchange/persist_fate.h"
#include "exchange/persist_output.h"
#include "slots_claim.h"

typedef struct door_call {
    door_session_t session;
    const door_settings_t *settings;
    const char *script; /* absolute path */
    wire_bytes_t variables, id;
    wire_ensure_t definition;

    uint32_t pool; /* in the table, with its generation */
    uint64_t generation;
    int64_t patience; /* µs: until then it waits for a worker */
    slots_lease_t lease;
    int64_t claimed; /* µs */

    int fd;       /* the connection to the worker */
    uint32_t seq; /* of REQUEST */
    wire_reader_t reader;
    persist_descriptors_t descriptors;
    persist_output_t output;
    msgpack_sbuffer frame; /* what output points into */
    door_body_t body;

    persist_fate_t fate;
    int tries;
    int delivered; /* the worker may have seen some of the request */
    int informed;  /* INFO has come */
    int started;   /* RESPONSE has come */
    int gone;      /* the server does not take the response any more */
    int64_t left;  /* bytes that Content-Length still allows; -1: any */
    int bodyless;  /* the status or the method allows no body */
    int head_only; /* the method is HEAD, and the script no CGI program */
    door_backlog_t backlog;

    int fault; /* wire_fault_t; 0: none */
    const char *detail;
    uint64_t retry_ms;
} door_call_t;

#endif /* DOOR_CALL_H */
