/* SPDX-License-Identifier: Apache-2.0 */
/* persist_gather.c: reads the request's body into a spool. */

#include "exchange/persist_gather.h"
#include "common_clock.h"
#include "exchange/persist_call_spool.h"
#include "exchange/persist_patience.h"
#include "exchange/persist_trace.h"
#include "wire_fault.h"

#include <http_protocol.h>
#include <util_filter.h>

/* Most bytes of one read. httpd reads 8 000 at a time, so these are the parts
 * of one write to the file. */
#define STEP ((apr_off_t)64 << 10)
#define PARTS 16

static persist_spool_result_t append(persist_body_t *body, struct iovec *parts,
                                     int count)
{
    apr_off_t before = persist_spool_length(body->spool);
    persist_spool_result_t result =
        persist_spool_append(body->spool, parts, count);
    body->taken += persist_spool_length(body->spool) - before;
    return result;
}

static void drop(persist_body_t *body, int count)
{
    for (; count > 0; count--) {
        apr_bucket *b = APR_BRIGADE_FIRST(body->came);
        body->eos |= APR_BUCKET_IS_EOS(b);
        apr_bucket_delete(b);
    }
}

/* Moves what came into the spool. If that is full, the rest is kept for the
 * exchange. Returns OK or a status; *full is set if nothing more fits. */
static int keep(persist_call_t *call, int *full)
{
    persist_body_t *body = &call->body;
    while (!APR_BRIGADE_EMPTY(body->came)) {
        struct iovec parts[PARTS];
        int count = PARTS;
        if (apr_brigade_to_iovec(body->came, parts, &count) != APR_SUCCESS)
            return HTTP_INTERNAL_SERVER_ERROR;
        switch (append(body, parts, count)) {
        case PERSIST_SPOOL_OK:
            drop(body, count);
            break;
        case PERSIST_SPOOL_FULL:
            *full = 1;
            return persist_body_keep(body) == APR_SUCCESS
                       ? OK
                       : HTTP_INTERNAL_SERVER_ERROR;
        default:
            persist_fault_set(&call->fault, WIRE_FAULT_SPOOL,
                              persist_spool_error(body->spool));
            return HTTP_SERVICE_UNAVAILABLE;
        }
    }
    return OK;
}

/* Waits for more of the body. Returns OK or a status. */
static int read_more(persist_call_t *call, apr_off_t room)
{
    request_rec *r = call->r;
    apr_status_t rv =
        ap_get_brigade(r->input_filters, call->body.came, AP_MODE_READBYTES,
                       APR_BLOCK_READ, room < STEP ? room : STEP);
    return rv == APR_SUCCESS ? OK
                             : ap_map_http_request_error(rv, HTTP_BAD_REQUEST);
}

/* Begins with what was there when the request came. */
static void take_back(persist_body_t *body)
{
    const wire_bytes_t first = body->first;
    apr_bucket_alloc_t *alloc = body->r->connection->bucket_alloc;
    APR_BRIGADE_CONCAT(body->came, body->ahead);
    if (first.len > 0)
        APR_BRIGADE_INSERT_HEAD(
            body->came, apr_bucket_immortal_create((const char *)first.data,
                                                   first.len, alloc));
    body->held = body->taken = 0;
    body->first = (wire_bytes_t){NULL, 0};
}

/* True if the rest need not be gathered. To write it to a file and read it back
 * costs more than it saves if the client is quick: the worker would hardly wait
 * for it. Without a length the rest is gathered all the same, since scripts
 * depend on CONTENT_LENGTH. */
static int is_quick(const persist_body_t *body, int64_t began)
{
    apr_off_t kept = persist_spool_length(body->spool);
    return kept >= (apr_off_t)PERSIST_SPOOL_MEMORY &&
           persist_body_is_announced(body) &&
           persist_patience_ms(kept, common_now_us() - began) > 0;
}

static int gather(persist_call_t *call)
{
    persist_body_t *body = &call->body;
    const apr_off_t most = (apr_off_t)call->config.buffer_request;
    const int64_t began = common_now_us();
    apr_off_t room = most;
    int full = 0, status = keep(call, &full);
    while (status == OK && !body->eos && !full && room > 0 &&
           !is_quick(body, began)) {
        status = read_more(call, room);
        if (status == OK)
            status = keep(call, &full);
        if (status == OK)
            status = persist_body_limit(body, &call->fault);
        room = most - persist_spool_length(body->spool);
    }
    apr_brigade_cleanup(body->came);
    return status;
}

/* The beginning goes inside REQUEST, and if it is all, nothing else does. */
static void put_first(persist_body_t *body)
{
    const char *data = NULL;
    long length =
        persist_spool_look(body->spool, 0, WIRE_INLINE_BODY_MAX, &data);
    body->first = (wire_bytes_t){(const uint8_t *)data, (size_t)length};
    if (body->eos && length == body->taken)
        body->mode = length > 0 ? WIRE_BODY_HERE : WIRE_BODY_NONE;
}

void persist_gather_run(persist_call_t *call)
{
    persist_body_t *body = &call->body;
    if (body->mode != WIRE_BODY_PULLED || !call->config.buffer_request)
        return;
    body->spool =
        persist_call_spool(call, call->r->pool, call->config.buffer_request);
    take_back(body);
    persist_body_continue(call->r);
    call->client_status = gather(call);
    if (call->client_status == OK)
        put_first(body);
    persist_trace(call, "gathered %" APR_OFF_T_FMT " bytes of the body, %s",
                  persist_spool_length(body->spool),
                  body->eos ? "all of it" : "of more");
}
