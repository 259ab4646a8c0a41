/* SPDX-License-Identifier: Apache-2.0 */
/* persist_request.c: the handler persist-script. It takes a request from the
 * script's file to the worker's answer. */

#include "request/persist_request.h"
#include "app/persist_route.h"
#include "common_clock.h"
#include "config/persist_config_handler.h"
#include "exchange/persist_connection_watch.h"
#include "exchange/persist_exchange.h"
#include "exchange/persist_failure.h"
#include "exchange/persist_forward.h"
#include "exchange/persist_notes.h"
#include "exchange/persist_script_fault.h"
#include "exchange/persist_trace.h"
#include "exchange/persist_unblock.h"
#include "exchange/persist_yield.h"
#include "htaccess/persist_htaccess.h"
#include "request/persist_admission.h"
#include "request/persist_lease.h"
#include "request/persist_measure.h"
#include "request/persist_pool.h"
#include "request/persist_request_id.h"
#include "request/persist_retry.h"
#include "request/persist_translated.h"
#include "response/persist_log_id.h"
#include "wire_fault.h"
#include "wire_limits.h"

#include <http_config.h>
#include <http_log.h>
#include <http_protocol.h>
#include <http_request.h>
#include <string.h>

/* Status in the access log if the client has left before the answer. */
#define STATUS_CLIENT_GONE 499
#define TABLE_POLL_US (100 * 1000)

/* The client has left: breaks off a response that has begun; otherwise sends
 * nothing. */
static int leave(persist_call_t *call)
{
    request_rec *r = call->r;
    if (call->response.answered)
        return OK;
    if (call->response.passed)
        return persist_fault_break(r, call->response.bb);
    persist_response_undo(&call->response);
    r->connection->aborted = 1;
    r->connection->keepalive = AP_CONN_CLOSE;
    r->status = STATUS_CLIENT_GONE;
    return OK;
}

/* The client's body is wrong or too slow. httpd has logged it, unless the fault
 * has a code. */
static int blame_client(persist_call_t *call)
{
    if (call->response.passed)
        return persist_fault_break(call->r, call->response.bb);
    persist_response_undo(&call->response);
    call->r->connection->keepalive = AP_CONN_CLOSE;
    return call->client_status;
}

/* Answers a fault, or breaks off the response that has begun. */
static int fail(persist_call_t *call)
{
    if (call->response.passed)
        return persist_fault_abort(call->r, &call->fault, call->response.bb);
    persist_response_undo(&call->response);
    return persist_failure_answer(call, &call->fault,
                                  persist_fault_report(call->r, &call->fault));
}

/* httpd answers in the script's place: the script has failed, the rules of CGI
 * say so, or a condition of the client has failed. If part of the request's
 * body is unread the connection is closed, so that httpd does not take that
 * part for the next request. */
static int replace(persist_call_t *call)
{
    request_rec *r = call->r;
    const persist_cgi_t cgi = call->response.cgi;
    if (call->script_fault.code)
        return persist_script_fault_answer(call);
    if (persist_body_is_left(&call->body))
        r->connection->keepalive = AP_CONN_CLOSE;
    if (!cgi.redirect)
        return cgi.answer;
    return persist_cgi_redirect(r, cgi.redirect);
}

/* A client that leaves inside its body shows as a body that is cut off, whoever
 * has read it. After AP_FILTER_ERROR httpd has answered. */
static int has_left(persist_call_t *call)
{
    return call->gone || (call->client_status != OK && !call->fault.code &&
                          call->client_status != AP_FILTER_ERROR &&
                          persist_wait_gone(&call->wait));
}

/* Sends the client the end of the response, or an error. No worker is needed
 * for that any more. */
static int conclude(persist_call_t *call)
{
    if (has_left(call))
        return leave(call);
    if (call->fault.code)
        return fail(call);
    if (call->client_status != OK)
        return blame_client(call);
    if (persist_response_is_replaced(&call->response))
        return replace(call);
    persist_forward(call, 1);
    if (call->gone)
        return leave(call);
    return call->fault.code ? fail(call) : OK;
}

static int may_be_run_again(const persist_call_t *call, persist_retry_t *retry)
{
    *retry = (persist_retry_t){
        .tries = call->tries,
        .since = common_now_us() - call->tried,
        .method = call->r->method,
        .delivered = call->delivered,
        .passed = call->response.started || call->response.informed,
        .pulled = call->body.pulled,
    };
    return persist_retry_safe(retry);
}

/* Decides whether to run the request again, and pauses before that. */
static int again(persist_call_t *call)
{
    persist_retry_t retry;
    const int code = call->fault.code;
    if (call->put_off)
        return 1;
    if (code != WIRE_FAULT_WORKER_DIED && code != WIRE_FAULT_WORKER_CONNECT)
        return 0;
    if (call->tries == 1)
        call->tried = common_now_us();
    if (!may_be_run_again(call, &retry))
        return 0;
    persist_trace(call, "runs again after try %d", call->tries);
    apr_sleep(APR_USEC_PER_SEC / 1000 * persist_retry_pause_ms(&retry));
    return 1;
}

/* Runs the request once, and again if the worker died and the script's author
 * cannot notice it, or if no worker has taken it. */
static int serve(persist_call_t *call)
{
    persist_lease_begin(call);
    do {
        if (!persist_measure_lease(call))
            break;
        persist_response_init(&call->response, call->r, call->pool);
        persist_exchange_run(call);
        persist_lease_settle(call);
        persist_notes_service(call);
    } while (again(call));
    int status = conclude(call);
    persist_unblock_end(call);
    return status;
}

/* Prepares the content of REQUEST. */
static int prepare(persist_call_t *call)
{
    request_rec *r = call->r;
    call->client_status =
        persist_body_begin(&call->body, r, call->config.max_body, &call->fault);
    if (call->client_status == OK)
        persist_measure_gather(call);
    if (call->client_status != OK)
        return conclude(call);
    const char *id = persist_log_id_get(r);
    call->id =
        (wire_bytes_t){(const uint8_t *)id, strnlen(id, WIRE_REQUEST_ID_MAX)};
    return persist_measure_variables(call) ? fail(call) : serve(call);
}

static persist_child_t *await_child(persist_call_t *call)
{
    persist_child_t *child = NULL;
    if (!persist_child_is_young() || !persist_child_wait_begin(NULL))
        return NULL;
    while (!child && persist_child_is_young() &&
           !persist_wait_gone(&call->wait)) {
        apr_sleep(TABLE_POLL_US);
        child = persist_child_get();
    }
    persist_child_wait_end(NULL);
    return child;
}

static persist_child_t *find_child(persist_call_t *call)
{
    persist_child_t *child = persist_child_get();
    return child ? child : await_child(call);
}

int persist_request_handler(request_rec *r)
{
    if (!persist_admission_is_ours(r))
        return DECLINED;
    persist_call_t *call = apr_pcalloc(r->pool, sizeof(*call));
    call->r = call->body.r = r;
    persist_config_dir(r, &call->config);
    if (persist_route_is_app(r))
        call->config.pool.mode = WIRE_MODE_LOOP;
    if (persist_admission_check(r, &call->config, &call->interpreter,
                                &call->fault))
        return fail(call);
    persist_htaccess_keep(r);
    persist_wait_init(&call->wait, r, (int)call->config.client_abort);
    call->child = find_child(call);
    if (!call->child) {
        persist_fault_set(&call->fault, WIRE_FAULT_NO_PERSISTD, NULL);
        return fail(call);
    }
    persist_pool_define(call);
    return prepare(call);
}

/* handler hook, before all others: the thread may serve something else. A
 * RewriteRule of a directory only leads from one request to the next. */
static int leave_workers(request_rec *r)
{
    if (!persist_admission_is_ours(r) &&
        !persist_config_handler_is(r, "redirect-handler"))
        persist_yield_stop();
    return DECLINED;
}

void persist_request_register_hooks(apr_pool_t *p)
{
    persist_unblock_register_hooks(p);
    ap_hook_child_init(persist_connection_watch_child_init, NULL, NULL,
                       APR_HOOK_MIDDLE);
    ap_hook_post_config(persist_yield_post_config, NULL, NULL, APR_HOOK_MIDDLE);
    ap_hook_child_init(persist_pool_child_init, NULL, NULL, APR_HOOK_LAST);
    ap_hook_child_init(persist_request_id_child_init, NULL, NULL,
                       APR_HOOK_MIDDLE);
    ap_hook_generate_log_id(persist_log_id_repeat, NULL, NULL,
                            APR_HOOK_REALLY_FIRST);
    ap_hook_generate_log_id(persist_request_id_generate, NULL, NULL,
                            APR_HOOK_LAST);
    ap_hook_map_to_storage(persist_translated_end, NULL, NULL,
                           APR_HOOK_REALLY_FIRST);
    ap_hook_handler(leave_workers, NULL, NULL, APR_HOOK_REALLY_FIRST);
    ap_hook_handler(persist_cgi_keep_type, NULL, NULL, APR_HOOK_REALLY_FIRST);
    ap_hook_handler(persist_request_handler, NULL, NULL, APR_HOOK_MIDDLE);
}
