/* SPDX-License-Identifier: Apache-2.0 */
/* persist_exchange.c: one request's conversation with a worker.
 *
 * A small request on a kept connection takes one send, one poll and one recv.
 * httpd never blocks in a write to the worker: while it cannot send it receives
 * frames, so the two directions cannot wait for each other.
 * Why: docs/decisions/system-calls-of-a-request.md */

#include "exchange/persist_exchange.h"
#include "common_clock.h"
#include "exchange/persist_connection_watch.h"
#include "exchange/persist_forward.h"
#include "exchange/persist_reply_frames.h"
#include "exchange/persist_soft_deadline.h"
#include "exchange/persist_trace.h"
#include "exchange/persist_turn.h"
#include "exchange/persist_unblock.h"
#include "exchange/persist_wait_slice.h"
#include "exchange/persist_yield.h"
#include "wire_fault.h"

#include <apr_strings.h>
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <util_filter.h>

/* How long a cancelled worker may take to send END. */
#define CANCEL_MS 100
#define CANCEL_US ((int64_t)CANCEL_MS * 1000)

/* The table may give a reason for the worker's end. Only "memory" is used,
 * because workers can write to the table. */
static void died(persist_call_t *call, const char *how)
{
    uint32_t why = slots_lease_fault(&call->child->table, &call->lease);
    if (why == WIRE_FAULT_MEMORY)
        persist_reply_frames_fail(call, PERSIST_FATE_BROKEN, WIRE_FAULT_MEMORY,
                                  NULL);
    else
        persist_reply_frames_fail(call, PERSIST_FATE_BROKEN,
                                  WIRE_FAULT_WORKER_DIED, how);
}

/* Encodes REQUEST, after OPEN on a new connection. */
static int put_request(persist_call_t *call)
{
    persist_connection_t *connection = call->connection;
    msgpack_sbuffer *frame = &connection->buffers->frame;
    wire_open_t open = {
        .version = WIRE_VERSION,
        .role = WIRE_ROLE_DATA,
        .features = WIRE_FEATURE_FILE | WIRE_FEATURE_FAULT |
                    (connection->token ? WIRE_FEATURE_AHEAD : 0),
        .unit = call->lease.unit,
    };
    wire_request_t request = {
        .seq = connection->seq,
        .variables = call->variables,
        .body_mode = (uint64_t)call->body.mode,
        .body = call->body.first,
        .soft_ms = call->config.soft_ms,
        .request_id = call->id,
    };
    size_t split;
    msgpack_sbuffer_clear(frame);
    if (!connection->used &&
        wire_encode(frame, WIRE_OPEN, &open, NULL) != WIRE_OK)
        return -1;
    if (wire_encode(frame, WIRE_REQUEST, &request, &split) != WIRE_OK)
        return -1;
    if (!connection->used)
        persist_output_pass(&call->output, connection->token_fd);
    persist_output_add(&call->output, frame->data, split);
    persist_output_add(&call->output, request.body.data, request.body.len);
    persist_output_add(&call->output, frame->data + split, frame->size - split);
    return 0;
}

/* Sends REQUEST with a new number. The worker cannot guess the number, so an
 * answer that was sent before the request does not match. */
static void ask(persist_call_t *call)
{
    persist_connection_t *connection = call->connection;
    persist_output_clear(&call->output);
    if (persist_seq_draw(&connection->numbers, &connection->seq) != 0)
        persist_reply_frames_fail(call, PERSIST_FATE_IDLE,
                                  WIRE_FAULT_WORKER_CONNECT,
                                  "no random number for its request");
    else if (put_request(call) != 0)
        died(call, "no memory for its request");
    else
        persist_trace(call,
                      "REQUEST %u, %" APR_SIZE_T_FMT " bytes of variables",
                      connection->seq, call->variables.len);
}

/* The next frame could not be made. */
static void cannot_send(persist_call_t *call)
{
    const char *error = persist_body_error(&call->body);
    if (error)
        persist_reply_frames_fail(call, PERSIST_FATE_CANCEL, WIRE_FAULT_SPOOL,
                                  error);
    else
        died(call, "no memory for its request");
}

/* A worker that has closed the connection may have sent frames before, which
 * can still be read. Other errors are the system's: it has no memory, or too
 * many descriptors are under way. */
static void send_failed(persist_call_t *call, int error)
{
    persist_output_clear(&call->output);
    if (error == EPIPE || error == ECONNRESET)
        return;
    if (call->delivered)
        died(call, apr_pstrdup(call->r->pool, strerror(error)));
    else
        persist_reply_frames_fail(call, persist_fate_unreached(error),
                                  WIRE_FAULT_WORKER_CONNECT,
                                  apr_pstrdup(call->r->pool, strerror(error)));
}

/* Sends what can be sent now: the rest of the current frame, then BODY frames
 * as the credit allows. */
static void send_on(persist_call_t *call)
{
    persist_connection_t *connection = call->connection;
    int more = 1;
    while (more > 0) {
        while (persist_output_pending(&call->output)) {
            long n = persist_output_send(&call->output, connection->fd);
            if (n < 0)
                send_failed(call, errno);
            if (n <= 0)
                return;
            call->delivered = 1;
            persist_connection_opened(connection);
        }
        persist_body_sent(&call->body);
        more = persist_body_frame(&call->body, &connection->buffers->frame,
                                  &call->output);
    }
    if (more < 0)
        cannot_send(call);
}

/* Reads more of the body. If the body is wrong, httpd's own filter answers
 * through the response's output filters. Once the response has begun, such an
 * answer would end it, and its body, as if it were complete. So the filter
 * finds no output filters then, and the read fails. */
static int read_body(persist_call_t *call)
{
    request_rec *r = call->r;
    ap_filter_t *filters = r->output_filters;
    if (!call->response.passed)
        return persist_body_read(&call->body, &call->fault);
    r->output_filters = NULL;
    int status = persist_body_read(&call->body, &call->fault);
    r->output_filters = filters;
    return status;
}

/* Reads what the client has sent since. */
static void read_ahead(persist_call_t *call)
{
    apr_off_t before = call->body.taken;
    if (!persist_body_hungry(&call->body))
        return;
    call->client_status = read_body(call);
    if (call->client_status != OK)
        call->fate = PERSIST_FATE_CANCEL;
    if (call->body.taken > before || call->body.eos)
        persist_wait_body_read(&call->wait);
}

/* While the thread waited the deadline may have passed, or persistd may have
 * taken the worker away. */
static void check_limits(persist_call_t *call)
{
    if (persist_forward_is_late(call))
        persist_forward_late(call);
    else if (!slots_lease_holds(&call->child->table, &call->lease))
        died(call, "it was recycled");
    else
        persist_soft_deadline_tick(call);
    if (call->fate == PERSIST_FATE_OPEN)
        persist_turn_look(call);
}

static void client_gone(persist_call_t *call)
{
    call->gone = 1;
    call->fate = PERSIST_FATE_CANCEL;
}

/* Filters (TLS, inflating) may hold bytes that poll() does not show. So the
 * thread waits for the client only after a read has found nothing. */
static void wait_for_more(persist_call_t *call)
{
    if (persist_body_hungry(&call->body) && !call->body.dry)
        return;
    int what =
        persist_output_pending(&call->output) ? PERSIST_WAIT_FOR_ROOM : 0;
    int ms = persist_wait_slice(common_now_us(), persist_turn_next(call),
                                PERSIST_WAIT_POLL_MS);
    int worker = persist_unblock_full(call) ? -1 : call->connection->fd;
    int pending = persist_unblock_pending(call);
    if (persist_body_hungry(&call->body))
        what |= PERSIST_WAIT_FOR_BODY;
    if (pending)
        what |= PERSIST_WAIT_FOR_CLIENT;
    if (persist_wait_poll(&call->wait, worker, what, ms) & PERSIST_WAIT_GONE)
        client_gone(call);
    else if (pending)
        persist_forward_on(call);
}

/* Reads once. The read may sleep only if there is nothing else to do. If too
 * much waits for the client, the worker waits, too. */
static void receive(persist_call_t *call)
{
    if (persist_unblock_full(call)) {
        wait_for_more(call);
        return;
    }
    if (persist_response_is_enough(&call->response)) {
        persist_forward_head(call);
        return;
    }
    int busy = call->response.unflushed || persist_unblock_pending(call) ||
               persist_output_pending(&call->output) ||
               persist_body_hungry(&call->body);
    int ms = busy ? 0 : persist_turn_pause_ms(call);
    long n = persist_connection_read(call->connection, ms);
    if (n > 0) {
        persist_turn_came(call);
        return;
    }
    if (n == 0)
        died(call, "it closed the connection");
    else if (errno == EPROTO)
        persist_reply_frames_fail(call, PERSIST_FATE_BROKEN,
                                  WIRE_FAULT_PROTOCOL,
                                  "descriptors without FILE");
    else if (errno != EAGAIN && errno != EWOULDBLOCK)
        died(call, strerror(errno));
    else if (call->response.unflushed)
        persist_forward(call, 1);
    else if (!persist_turn_is_near(call))
        wait_for_more(call);
}

/* One round. Each step may end the exchange; the later steps are then
 * skipped. */
static void advance(persist_call_t *call)
{
    send_on(call);
    if (call->fate == PERSIST_FATE_OPEN)
        receive(call);
    if (call->fate == PERSIST_FATE_OPEN)
        persist_reply_frames_take(call);
    if (call->fate == PERSIST_FATE_OPEN)
        persist_forward(call, 0);
    if (call->fate == PERSIST_FATE_OPEN)
        read_ahead(call);
    if (call->fate == PERSIST_FATE_OPEN)
        check_limits(call);
}

/* Tells the worker that the exchange is cancelled. If the body is wrong the
 * client is still there, so a BODY frame marked WIRE_BROKEN tells the script.
 * Otherwise the half-close tells it that the client has left. */
static void tell_cancelled(persist_call_t *call)
{
    persist_connection_t *connection = call->connection;
    int whole = !persist_output_pending(&call->output);
    if (call->client_status != OK && whole &&
        persist_body_break(&connection->buffers->frame, &call->output) > 0)
        persist_output_send(&call->output, connection->fd);
    else
        shutdown(connection->fd, SHUT_WR);
}

/* Waits for more of a cancelled answer. Returns CANCEL; FINISHING if it takes
 * too long or the worker closes the connection, as it may; or BROKEN. */
static persist_fate_t wait_cancelled(persist_connection_t *connection,
                                     int64_t until)
{
    struct pollfd worker = {connection->fd, POLLIN, 0};
    int left = persist_wait_slice(common_now_us(), until, CANCEL_MS);
    if (left == 0 || poll(&worker, 1, left) == 0)
        return PERSIST_FATE_FINISHING;
    /* files of a cancelled answer are dropped */
    persist_descriptors_close(&connection->descriptors);
    long n = persist_connection_read(connection, 0);
    if (n > 0 || (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)))
        return PERSIST_FATE_CANCEL;
    return n < 0 && errno == EPROTO ? PERSIST_FATE_BROKEN
                                    : PERSIST_FATE_FINISHING;
}

/* Gives the worker a moment to end the exchange itself. If it does, persistd
 * need not probe it. */
static persist_fate_t cancel(persist_call_t *call)
{
    persist_connection_t *connection = call->connection;
    int64_t until = common_now_us() + CANCEL_US;
    persist_fate_t fate = PERSIST_FATE_CANCEL;
    tell_cancelled(call);
    while (fate == PERSIST_FATE_CANCEL) {
        fate = persist_reply_frames_drop(call);
        if (fate == PERSIST_FATE_CANCEL)
            fate = wait_cancelled(connection, until);
    }
    return fate;
}

/* Bytes after the end of the response violate the protocol. */
static int said_too_much(persist_call_t *call)
{
    persist_fault_t fault;
    if (wire_reader_pending(&call->connection->buffers->reader) == 0)
        return 0;
    persist_fault_set(&fault, WIRE_FAULT_PROTOCOL, "bytes behind the end");
    if (!call->fault.code)
        persist_fault_log(call->r, &fault);
    return 1;
}

/* Gives the connection back, or closes it. It is closed if a frame was sent in
 * part, because those bytes cannot be taken back, and after a cancelled
 * request, because an unknown part of that may be unread. A worker that has not
 * begun is not told. */
static void end_connection(persist_call_t *call)
{
    persist_connection_t *connection = call->connection;
    int keep = !persist_output_pending(&call->output);
    if (persist_turn_end(call) && call->fate != PERSIST_FATE_BROKEN) {
        call->fate = PERSIST_FATE_DROPPED;
        keep = 0;
    } else if (call->fate == PERSIST_FATE_CANCEL) {
        call->fate = cancel(call);
        keep = 0;
    } else if (call->fate != PERSIST_FATE_BROKEN && said_too_much(call)) {
        call->fate = PERSIST_FATE_BROKEN;
    }
    if (!keep || call->fate == PERSIST_FATE_BROKEN)
        persist_connection_close(connection);
    persist_descriptors_close(&connection->descriptors);
    persist_connection_give(connection);
    call->connection = NULL;
}

static int connect_worker(persist_call_t *call)
{
    call->connection = persist_connection_take(call->child, &call->lease);
    if (call->connection && !call->connection->used)
        persist_connection_watch();
    if (call->connection) {
        persist_trace(call, "%s connection",
                      call->connection->used ? "kept" : "new");
        return 0;
    }
    persist_reply_frames_fail(call, persist_fate_unreached(errno),
                              WIRE_FAULT_WORKER_CONNECT,
                              apr_pstrdup(call->r->pool, strerror(errno)));
    return -1;
}

void persist_exchange_run(persist_call_t *call)
{
    call->tries += !call->put_off;
    call->put_off = 0;
    call->fate = PERSIST_FATE_OPEN;
    call->delivered = 0;
    call->fault.code = 0;
    persist_body_restart(&call->body);
    int64_t hard = persist_config_us(call->config.pool.hard_ms);
    call->deadline = hard ? call->claimed + hard : 0;
    persist_soft_deadline_begin(call);
    if (connect_worker(call) != 0)
        return;
    persist_turn_begin(call);
    persist_yield_choose(call);
    if (call->fate == PERSIST_FATE_OPEN)
        ask(call);
    while (call->fate == PERSIST_FATE_OPEN)
        advance(call);
    /* the client may take its time to read the rest */
    call->deadline = 0;
    persist_unblock_release(call);
    persist_response_detach(&call->response);
    end_connection(call);
    persist_trace(call, "over: %s%s%s", persist_fate_text(call->fate),
                  call->fault.code ? ", " : "",
                  call->fault.code ? wire_fault_text(call->fault.code) : "");
}
