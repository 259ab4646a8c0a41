/* SPDX-License-Identifier: Apache-2.0 */
/* persist_gather.c: reads the request's body into a spool. */

#include "exchange/persist_gather.h"
#include "common_clock.h"
#include "exchange/persist_call_spool.h"
#include "exchange/persist_patience.h"
#include "exchange/persist_trace.h"
#include "wire_fault.h"

#include <apr_strings.h>
#include <http_protocol.h>
#include <util_filter.h>

/* Most bytes of one read. httpd reads 8 000 at a time, so these are the parts
 * of one write to the file. */
#define STEP ((apr_off_t)64 << 10)
#define PARTS 16
#define NO_LIMIT ((uint64_t)INT64_MAX)

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

/* Reads until the body ends, the spool is full, or `enough` bytes are in it.
 * Returns OK or a status. */
static int gather(persist_call_t *call, apr_off_t enough, int *full)
{
    persist_body_t *body = &call->body;
    const int64_t began = common_now_us();
    apr_off_t room = enough;
    int status = keep(call, full);
    while (status == OK && !body->eos && !*full && room > 0 &&
           !is_quick(body, began)) {
        status = read_more(call, room);
        if (status == OK)
            status = keep(call, full);
        if (status == OK)
            status = persist_body_limit(body, &call->fault);
        room = enough - persist_spool_length(body->spool);
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

static void trace(persist_call_t *call)
{
    persist_trace(call, "gathered %" APR_OFF_T_FMT " bytes of the body, %s",
                  persist_spool_length(call->body.spool),
                  call->body.eos ? "all of it" : "of more");
}

void persist_gather_run(persist_call_t *call)
{
    persist_body_t *body = &call->body;
    int full = 0;
    if (body->mode != WIRE_BODY_PULLED || !call->config.buffer_request)
        return;
    body->spool =
        persist_call_spool(call, call->r->pool, call->config.buffer_request);
    take_back(body);
    persist_body_continue(call->r);
    call->client_status =
        gather(call, (apr_off_t)call->config.buffer_request, &full);
    if (call->client_status == OK)
        put_first(body);
    trace(call);
}

/* The administrator's own PersistBuffer may be above the ceiling. */
static uint64_t most_of_whole(const persist_call_t *call)
{
    const persist_dir_config_t *config = &call->config;
    const request_rec *r = call->r;
    uint64_t ceiling = persist_config_server(r->server)->ceiling.buffer_request;
    if (config->max_body)
        return config->max_body;
    if (!ceiling)
        return NO_LIMIT;
    return ceiling > config->buffer_request ? ceiling : config->buffer_request;
}

/* Sets the fault of a body that cannot be gathered whole. Returns its status.
 */
static int refuse(persist_call_t *call, wire_fault_t fault, const char *detail)
{
    persist_fault_set(&call->fault, fault, detail);
    return wire_fault_status(fault);
}

static int too_long(persist_call_t *call)
{
    return refuse(call, WIRE_FAULT_BODY_WHOLE,
                  apr_psprintf(call->r->pool,
                               "no room behind %" APR_OFF_T_FMT " bytes",
                               persist_spool_length(call->body.spool)));
}

/* Goes on where persist_gather_run() has stopped. */
static int gather_rest(persist_call_t *call)
{
    persist_body_t *body = &call->body;
    int full = 0;
    if (!body->spool)
        return refuse(call, WIRE_FAULT_NO_LENGTH, NULL);
    persist_spool_widen(body->spool, most_of_whole(call));
    APR_BRIGADE_CONCAT(body->came, body->ahead);
    body->taken -= body->held;
    body->held = 0;
    int status = gather(call, (apr_off_t)NO_LIMIT, &full);
    return status == OK && full ? too_long(call) : status;
}

void persist_gather_whole(persist_call_t *call)
{
    call->client_status = gather_rest(call);
    if (call->client_status == OK)
        put_first(&call->body);
    if (call->body.spool)
        trace(call);
}
