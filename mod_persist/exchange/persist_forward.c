/* SPDX-License-Identifier: Apache-2.0 */
/* persist_forward.c: passes the response on to the client while a worker is
 * leased.
 *
 * Where a pass has to wait (persist_unblock.h), the thread sleeps in the output
 * filters until the client reads on, up to Timeout for each write, and the hard
 * deadline is not checked there. So the socket's timeout is cut to the time
 * that is left until the deadline. A client that reads a little now and then
 * restarts this timeout within one pass. */

#include "exchange/persist_forward.h"
#include "common_clock.h"
#include "exchange/persist_reply_frames.h"
#include "exchange/persist_unblock.h"
#include "wire_fault.h"

#include <apr_strings.h>
#include <http_core.h>
#include <http_protocol.h>

#define TEXT_SIZE 120
/* httpd polls in whole milliseconds and rounds down. */
#define ROUND_UP_US 1000

int persist_forward_is_late(const persist_call_t *call)
{
    return call->deadline && common_now_us() >= call->deadline;
}

static apr_status_t pass_before_deadline(persist_call_t *call, int flush)
{
    conn_rec *c = call->r->connection;
    apr_socket_t *socket = c->master ? NULL : ap_get_conn_socket(c);
    apr_interval_time_t usual;
    apr_interval_time_t left = call->deadline - common_now_us() + ROUND_UP_US;
    /* late already; a negative timeout would mean "for ever" */
    if (left < ROUND_UP_US)
        left = ROUND_UP_US;
    if (!socket || apr_socket_timeout_get(socket, &usual) != APR_SUCCESS ||
        (usual >= 0 && usual <= left))
        return persist_response_pass(&call->response, flush);
    apr_socket_timeout_set(socket, left);
    apr_status_t rv = persist_response_pass(&call->response, flush);
    apr_socket_timeout_set(socket, usual);
    return rv;
}

/* The client made the worker wait until the deadline passed. The worker is not
 * at fault, and may have other requests. */
static void late_by_client(persist_call_t *call)
{
    persist_reply_frames_fail(call, PERSIST_FATE_CANCEL, WIRE_FAULT_DEADLINE,
                              "while its response was passed on");
}

/* A worker that is late is killed. persist-cgi-host is not: it ends the
 * program, and its other programs run on. */
void persist_forward_late(persist_call_t *call)
{
    int is_cgi = call->config.pool.mode == WIRE_MODE_CGI;
    if (persist_unblock_full(call))
        late_by_client(call);
    else
        persist_reply_frames_fail(
            call, is_cgi ? PERSIST_FATE_CANCEL : PERSIST_FATE_BROKEN,
            WIRE_FAULT_DEADLINE, NULL);
}

static void failed(persist_call_t *call, apr_status_t rv)
{
    char *text = apr_palloc(call->r->pool, TEXT_SIZE);
    if (call->response.answered || call->r->connection->aborted) {
        call->gone = 1;
        call->fate = PERSIST_FATE_CANCEL;
    } else {
        persist_reply_frames_fail(call, PERSIST_FATE_CANCEL,
                                  WIRE_FAULT_OUTPUT_FILTER,
                                  apr_strerror(rv, text, TEXT_SIZE));
    }
}

void persist_forward(persist_call_t *call, int flush)
{
    if (!flush && APR_BRIGADE_EMPTY(call->response.bb))
        return;
    if (persist_forward_is_late(call)) {
        persist_forward_late(call);
        return;
    }
    if (call->connection)
        persist_unblock_begin(call);
    apr_status_t rv = call->deadline
                          ? pass_before_deadline(call, flush)
                          : persist_response_pass(&call->response, flush);
    if (persist_forward_is_late(call))
        late_by_client(call);
    else if (rv != APR_SUCCESS)
        failed(call, rv);
}

void persist_forward_head(persist_call_t *call)
{
    const wire_list_t no_trailers = {NULL, 0};
    persist_forward(call, 1);
    if (call->fate != PERSIST_FATE_OPEN)
        return;
    call->fate = PERSIST_FATE_CANCEL;
    persist_response_end(&call->response, no_trailers, &call->fault);
}

void persist_forward_on(persist_call_t *call)
{
    if (persist_unblock_stalled(call)) {
        call->r->connection->aborted = 1;
        failed(call, APR_TIMEUP);
        return;
    }
    apr_status_t rv = persist_unblock_push(call);
    if (rv != APR_SUCCESS)
        failed(call, rv);
}
