/* SPDX-License-Identifier: Apache-2.0 */
/* door_reply.c: the states ASKED and ANSWERING of wire/PROTOCOL.md, 5. A whole
 * response is kept until the unit has been given back; a longer one goes to
 * the server as it comes, as far as the server takes it. */

#include "door_reply.h"
#include "door_copy.h"
#include "door_head.h"
#include "door_log.h"
#include "door_memory.h"
#include "door_variables.h"

#include "wire_descriptors.h"
#include "wire_fault.h"

#include <string.h>
#include <sys/stat.h>

#define LOG_LEAST 6 /* levels above are for debugging */

void door_reply_fail(door_call_t *call, persist_fate_t fate, int fault,
                     const char *detail)
{
    call->fate = fate;
    call->fault = fault;
    call->detail = detail;
}

static void violation(door_call_t *call, const char *what)
{
    door_reply_fail(call, PERSIST_FATE_BROKEN, WIRE_FAULT_PROTOCOL, what);
}

/* The response is wrong, but the worker keeps to the protocol. */
static void script_fault(door_call_t *call, int fault, const char *detail)
{
    door_reply_fail(call, PERSIST_FATE_CANCEL, fault, detail);
}

static void client_gone(door_call_t *call)
{
    call->gone = 1;
    call->fate = PERSIST_FATE_CANCEL;
}

void door_reply_pass(door_call_t *call)
{
    int fault = door_backlog_offer(&call->backlog);
    if (fault < 0)
        client_gone(call);
    else if (fault > 0)
        script_fault(call, fault, NULL);
}

/* Returns how many of these bytes may go out, or -1 if the response is longer
 * than its Content-Length says. */
static int64_t allowed(door_call_t *call, uint64_t len)
{
    if (call->bodyless)
        return 0;
    if (call->left < 0)
        return (int64_t)len;
    if (len > (uint64_t)call->left) {
        script_fault(call, WIRE_FAULT_CONTENT_LENGTH, NULL);
        return -1;
    }
    call->left -= (int64_t)len;
    return (int64_t)len;
}

static void keep(door_call_t *call, wire_bytes_t bytes)
{
    int64_t len = allowed(call, bytes.len);
    if (len > 0 &&
        msgpack_sbuffer_write(&call->backlog.kept, (const char *)bytes.data,
                              (size_t)len) != 0)
        script_fault(call, WIRE_FAULT_SPOOL, "no memory");
}

/* Everything has come, also if some of it was wrong. A response that is shorter
 * than it says is an error as long as nothing of it is out. */
static void over(door_call_t *call, persist_fate_t fate)
{
    if (call->fate == PERSIST_FATE_OPEN && call->left > 0 && !call->bodyless)
        call->fault = WIRE_FAULT_CONTENT_LENGTH;
    call->fate = fate;
}

static persist_headers_rules_t rules_of(const wire_response_t *response)
{
    if (!(response->flags & WIRE_CGI))
        return PERSIST_HEADERS_HTTP;
    return *door_variables_get("ap_trust_cgilike_cl")
               ? PERSIST_HEADERS_CGI_LENGTH
               : PERSIST_HEADERS_CGI;
}

static void start(door_call_t *call, const wire_response_t *response)
{
    persist_headers_t headers;
    int complete = (response->flags & WIRE_COMPLETE) != 0;
    if (persist_headers_check(response->headers, rules_of(response),
                              &headers) != 0) {
        script_fault(call, WIRE_FAULT_BAD_HEADER,
                     door_print("%.*s", (int)headers.bad.len,
                                (const char *)headers.bad.data));
        return;
    }
    int is_head = strcmp(door_variables_get("REQUEST_METHOD"), "HEAD") == 0;
    call->left = headers.content_length;
    call->head_only = is_head && !(response->flags & WIRE_CGI);
    call->bodyless =
        is_head || door_head_is_bodyless(door_head_status(response, &headers));
    if (door_head_make(response, &headers,
                       complete ? (int64_t)response->body.len : -1,
                       &call->backlog.kept) != 0)
        script_fault(call, WIRE_FAULT_SPOOL, "no memory");
    else
        keep(call, response->body);
}

static void take_response(door_call_t *call, const wire_response_t *response)
{
    if (response->seq != call->seq) {
        violation(call, "an answer to another request");
        return;
    }
    call->started = 1;
    if (response->flags & WIRE_FAILED) {
        violation(call, "RESPONSE with fault, which was not offered");
        return;
    }
    start(call, response);
    if (response->flags & WIRE_COMPLETE)
        over(call, PERSIST_FATE_IDLE);
}

static void take_body(door_call_t *call, const wire_body_t *body)
{
    if (body->mark == WIRE_BROKEN) {
        violation(call, "BODY with a mark that is the server's");
        return;
    }
    keep(call, body->bytes);
    if (body->mark == WIRE_LAST)
        over(call, PERSIST_FATE_IDLE);
}

static int is_readable_file(int fd, const wire_file_t *file)
{
    struct stat info;
    return fd >= 0 && fstat(fd, &info) == 0 && S_ISREG(info.st_mode) &&
           file->offset <= INT64_MAX && file->length <= INT64_MAX &&
           file->offset + file->length <= (uint64_t)INT64_MAX;
}

static void keep_file(door_call_t *call, int fd, const wire_file_t *file)
{
    int64_t len = allowed(call, file->length);
    if (len > 0)
        door_backlog_add_file(&call->backlog, fd, file->offset, (uint64_t)len);
    else
        wire_descriptors_drop(fd);
}

static void take_file(door_call_t *call, const wire_file_t *file)
{
    int fd = persist_descriptors_take(&call->descriptors);
    if (is_readable_file(fd, file)) {
        keep_file(call, fd, file);
        return;
    }
    violation(call, "FILE without a regular file to read");
    if (fd >= 0)
        wire_descriptors_drop(fd);
}

static void take_end(door_call_t *call, const wire_end_t *end)
{
    persist_fate_t fate =
        end->after ? PERSIST_FATE_FINISHING : PERSIST_FATE_IDLE;
    if (end->ok)
        over(call, fate);
    else
        door_reply_fail(call, fate, WIRE_FAULT_SCRIPT_ABORTED, NULL);
}

/* END before anything else: the script has not seen the request. */
static void take_refusal(door_call_t *call, const wire_end_t *end)
{
    if (end->ok || end->after || end->trailers.count > 0 || call->informed ||
        call->body.asked) {
        violation(call, "END out of place");
        return;
    }
    call->delivered = 0;
    door_reply_fail(call, PERSIST_FATE_FINISHING, WIRE_FAULT_WORKER_CONNECT,
                    "it refused the request");
}

/* A CGI response has no place for it. */
static void take_info(door_call_t *call, const wire_info_t *info)
{
    if (info->seq != call->seq || ++call->informed > (int)WIRE_INFO_MAX)
        violation(call, "INFO out of place");
}

static void take(door_call_t *call, const wire_message_t *message)
{
    if (message->kind == WIRE_LOG) {
        door_copy_log(call, &message->as.log);
        if (message->as.log.level <= LOG_LEAST)
            door_log_text(message->as.log.text);
    } else if (message->kind == WIRE_WANT) {
        if (door_body_want(&call->body, message->as.want.bytes) != 0)
            violation(call, "WANT beyond the credit, or without a body");
    } else if (message->kind == WIRE_INFO && !call->started) {
        take_info(call, &message->as.info);
    } else if (message->kind == WIRE_RESPONSE && !call->started) {
        take_response(call, &message->as.response);
    } else if (message->kind == WIRE_BODY && call->started) {
        take_body(call, &message->as.body);
    } else if (message->kind == WIRE_FILE && call->started) {
        take_file(call, &message->as.file);
    } else if (message->kind == WIRE_END && call->started) {
        take_end(call, &message->as.end);
    } else if (message->kind == WIRE_END) {
        take_refusal(call, &message->as.end);
    } else {
        violation(call, wire_kind_name(message->kind));
    }
}

/* Returns 0, or the error of wire_reader_next(). */
static int take_frames(door_call_t *call)
{
    static wire_message_t message;
    wire_bytes_t frame;
    int rv = 1;
    while (call->fate == PERSIST_FATE_OPEN &&
           !door_backlog_is_full(&call->backlog) &&
           (rv = wire_reader_next(&call->reader, &frame)) > 0) {
        rv = wire_decode(frame, &message);
        if (rv != 0)
            break;
        take(call, &message);
    }
    return rv < 0 ? rv : 0;
}

/* To HEAD the head is all. A script that streams on, which may be for ever, is
 * notified that nobody waits. */
static void end_at_head(door_call_t *call)
{
    if (call->fate == PERSIST_FATE_OPEN && call->head_only)
        call->fate = PERSIST_FATE_CANCEL;
}

/* A full backlog that the server takes has room for the next frames. */
void door_reply_take(door_call_t *call)
{
    int full;
    do {
        int rv = take_frames(call);
        full = door_backlog_is_full(&call->backlog);
        if (rv < 0)
            violation(call, wire_error_text(rv));
        else if (call->fate == PERSIST_FATE_OPEN && call->started)
            door_reply_pass(call);
    } while (call->fate == PERSIST_FATE_OPEN && full &&
             !door_backlog_is_full(&call->backlog));
    end_at_head(call);
}
