/* SPDX-License-Identifier: Apache-2.0 */
/* persist_reply_frames.c: what a worker says, frame by frame.
 *
 *   ASKED      INFO LOG WANT         stay
 *              RESPONSE              complete: over, else ANSWERING
 *              END, not ok, first    over: refused
 *   ANSWERING  BODY FILE LOG WANT    stay; BODY that is the last: over
 *              END                   over
 *   anything else                    over, and the worker is broken */

#include "exchange/persist_reply_frames.h"
#include "exchange/persist_notes.h"
#include "exchange/persist_script_fault.h"
#include "exchange/persist_script_log.h"
#include "exchange/persist_trace.h"
#include "response/persist_file.h"
#include "response/persist_log_id.h"
#include "wire_descriptors.h"
#include "wire_fault.h"

#include <apr_strings.h>

void persist_reply_frames_fail(persist_call_t *call, persist_fate_t fate,
                               int code, const char *detail)
{
    call->fate = fate;
    persist_fault_set(&call->fault, code, detail);
}

static void violation(persist_call_t *call, const char *what)
{
    persist_reply_frames_fail(call, PERSIST_FATE_BROKEN, WIRE_FAULT_PROTOCOL,
                              what);
}

static void unexpected(persist_call_t *call, wire_kind_t kind)
{
    violation(call, apr_pstrcat(call->r->pool, wire_kind_name(kind),
                                " out of place", NULL));
}

/* The frames are valid, but the response in them is not. The exchange is
 * cancelled, unless it has ended already. */
static void script_fault(persist_call_t *call)
{
    if (call->fate == PERSIST_FATE_OPEN)
        call->fate = PERSIST_FATE_CANCEL;
}

static int right_seq(persist_call_t *call, uint64_t seq)
{
    if (seq == call->connection->seq)
        return 1;
    violation(call, "an answer to another request");
    return 0;
}

static void take_info(persist_call_t *call, const wire_info_t *info)
{
    if (!right_seq(call, info->seq))
        return;
    int rv = persist_response_info(&call->response, info, &call->fault);
    if (rv < 0)
        violation(call, "INFO once too often");
    else if (rv > 0)
        script_fault(call);
}

/* The worker has ended its response. */
static void over(persist_call_t *call, persist_fate_t fate,
                 wire_list_t trailers)
{
    call->fate = fate;
    persist_response_end(&call->response, trailers, &call->fault);
}

/* A page of the script's own for an error stays as it is. Its author finds by
 * the id what was logged. Why:
 * docs/decisions/an-error-page-for-a-failed-script.md */
static void show_id(const persist_call_t *call)
{
    if (call->config.pool.debug && ap_is_HTTP_SERVER_ERROR(call->r->status) &&
        !persist_response_is_replaced(&call->response))
        persist_log_id_show(call->r);
}

static void take_response(persist_call_t *call, const wire_response_t *response)
{
    const wire_list_t none = {NULL, 0};
    if (!right_seq(call, response->seq))
        return;
    if ((response->flags & WIRE_FAILED) &&
        persist_script_fault_take(call, response) != 0) {
        violation(call, "RESPONSE with fault for no failure");
        return;
    }
    int complete = (response->flags & WIRE_COMPLETE) != 0;
    if (complete)
        call->fate = PERSIST_FATE_IDLE;
    if (persist_response_start(&call->response, response, &call->fault) != 0) {
        script_fault(call);
        return;
    }
    show_id(call);
    persist_notes_timing(call);
    if (complete)
        over(call, PERSIST_FATE_IDLE, none);
}

static void take_body(persist_call_t *call, const wire_body_t *body)
{
    const wire_list_t none = {NULL, 0};
    if (body->mark == WIRE_BROKEN) {
        violation(call, "BODY with a mark that is httpd's");
        return;
    }
    if (body->mark == WIRE_LAST)
        call->fate = PERSIST_FATE_IDLE;
    if (persist_response_data(&call->response, body->bytes, &call->fault) != 0)
        script_fault(call);
    else if (body->mark == WIRE_LAST)
        over(call, PERSIST_FATE_IDLE, none);
}

static void take_file(persist_call_t *call, const wire_file_t *file)
{
    int fd = persist_descriptors_take(&call->connection->descriptors);
    int code = fd < 0 ? WIRE_FAULT_PROTOCOL : persist_file_check(fd, file);
    if (code == 0)
        code = persist_response_file(&call->response, fd, file, &call->fault);
    else if (fd >= 0)
        wire_descriptors_drop(fd);
    if (code == WIRE_FAULT_PROTOCOL)
        violation(call, "FILE without a regular file to read");
    else if (code == WIRE_FAULT_FILE_SHORT)
        persist_fault_set(&call->fault, code, NULL);
    if (code != 0)
        script_fault(call);
}

static void take_want(persist_call_t *call, const wire_want_t *want)
{
    if (persist_body_want(&call->body, want->bytes, call->response.passed) != 0)
        violation(call, "WANT beyond the credit, or without a body");
}

static void take_end(persist_call_t *call, const wire_end_t *end)
{
    persist_fate_t fate =
        end->after ? PERSIST_FATE_FINISHING : PERSIST_FATE_IDLE;
    if (end->ok)
        over(call, fate, end->trailers);
    else
        persist_reply_frames_fail(call, fate, WIRE_FAULT_SCRIPT_ABORTED, NULL);
}

/* True for an END that refuses the request: not ok, not "after", without
 * trailers, and with no INFO and no WANT before it. A script that has not begun
 * has nothing to continue and nothing to send. */
static int is_refusal(const persist_call_t *call, const wire_end_t *end)
{
    return !end->ok && !end->after && end->trailers.count == 0 &&
           !call->response.informed && !call->body.asked;
}

/* The script has not seen the request. FINISHING hands the unit to persistd,
 * which reads LEAVING from the control connection before the unit can be
 * claimed again. So the next try gets another worker. */
static void refused(persist_call_t *call)
{
    call->delivered = 0;
    persist_reply_frames_fail(call, PERSIST_FATE_FINISHING,
                              WIRE_FAULT_WORKER_CONNECT,
                              "it refused the request");
}

static void take(persist_call_t *call, const wire_message_t *message)
{
    int answering = call->response.started;
    if (message->kind == WIRE_LOG)
        persist_script_log_write(call, &message->as.log);
    else if (message->kind == WIRE_WANT)
        take_want(call, &message->as.want);
    else if (message->kind == WIRE_INFO && !answering)
        take_info(call, &message->as.info);
    else if (message->kind == WIRE_RESPONSE && !answering)
        take_response(call, &message->as.response);
    else if (message->kind == WIRE_BODY && answering)
        take_body(call, &message->as.body);
    else if (message->kind == WIRE_FILE && answering)
        take_file(call, &message->as.file);
    else if (message->kind == WIRE_END && answering)
        take_end(call, &message->as.end);
    else if (message->kind == WIRE_END && is_refusal(call, &message->as.end))
        refused(call);
    else
        unexpected(call, message->kind);
}

void persist_reply_frames_take(persist_call_t *call)
{
    wire_reader_t *reader = &call->connection->buffers->reader;
    wire_message_t message;
    wire_bytes_t frame;
    int rv;
    while (call->fate == PERSIST_FATE_OPEN) {
        if ((rv = wire_reader_next(reader, &frame)) == 0)
            return;
        if (rv > 0)
            rv = wire_decode(frame, &message);
        if (rv < 0) {
            violation(call, wire_error_text(rv));
            return;
        }
        persist_trace(call, "%s, %" APR_SIZE_T_FMT " bytes",
                      wire_kind_name(message.kind), frame.len);
        take(call, &message);
    }
}

/* Returns how a frame ends its exchange, or CANCEL if it does not. */
static persist_fate_t fate_of(const wire_message_t *message)
{
    switch (message->kind) {
    case WIRE_END:
        return message->as.end.after ? PERSIST_FATE_FINISHING
                                     : PERSIST_FATE_IDLE;
    case WIRE_BODY:
        return message->as.body.mark == WIRE_LAST ? PERSIST_FATE_IDLE
                                                  : PERSIST_FATE_CANCEL;
    case WIRE_RESPONSE:
        return message->as.response.flags & WIRE_COMPLETE ? PERSIST_FATE_IDLE
                                                          : PERSIST_FATE_CANCEL;
    default:
        return PERSIST_FATE_CANCEL;
    }
}

persist_fate_t persist_reply_frames_drop(persist_call_t *call)
{
    wire_reader_t *reader = &call->connection->buffers->reader;
    wire_message_t message;
    wire_bytes_t frame;
    persist_fate_t fate = PERSIST_FATE_CANCEL;
    int rv;
    while (fate == PERSIST_FATE_CANCEL &&
           (rv = wire_reader_next(reader, &frame)) != 0) {
        if (rv < 0 || wire_decode(frame, &message) != WIRE_OK)
            return PERSIST_FATE_BROKEN;
        if (message.kind == WIRE_LOG)
            persist_script_log_write(call, &message.as.log);
        fate = fate_of(&message);
    }
    return fate;
}
