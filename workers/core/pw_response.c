/* SPDX-License-Identifier: Apache-2.0 */
/* pw_response.c: the response to a request. Arguments are checked before a byte
 * is sent. */

#include "pw_response.h"

#include "pw_block.h"
#include "pw_output.h"
#include "pw_request.h"
#include "pw_send.h"
#include "pw_sleep.h"
#include "pw_validators.h"

#include <errno.h>
#include <stdio.h>

/* Up to so many bytes are copied into their frame: that is faster than a
 * separate part of a message. */
#define COPY_MAX 1024

/* Bytes of a large body in a frame. WIRE_BODY_MAX are allowed, but httpd passes
 * on whole frames, and this much is still in the processor's cache when the
 * next reader gets it. A response that fits into one frame is nevertheless sent
 * in one, because it ends there and httpd can then find its length.
 * Why: docs/decisions/large-bodies-go-in-pieces.md */
#define PIECE_MAX ((size_t)96 << 10)

static int refused(int error)
{
    errno = error;
    return -1;
}

int pw_response_is_at(const persist_request_t *request, enum pw_answer answer)
{
    if (request->answer == answer)
        return 1;
    if (request->answer == PW_LOST)
        errno = EPIPE;
    else
        errno = answer == PW_ANSWERING && request->answer == PW_ASKED
                    ? EINVAL
                    : EALREADY;
    return 0;
}

/* Sends what has been added, with payload at split. The response is then in the
 * state next, or PW_LOST. */
static int send_added(persist_request_t *request, size_t split,
                      wire_bytes_t payload, enum pw_answer next)
{
    if (next == PW_ENDED)
        pw_sleep_end(request->conn);
    if (pw_output_send(request->conn, split, payload) < 0) {
        request->answer = PW_LOST;
        return -1;
    }
    request->answer = next;
    return 0;
}

static int send_one(persist_request_t *request, wire_kind_t kind,
                    const void *fields, enum pw_answer next)
{
    pw_output_reset(request->conn);
    if (pw_output_add(request->conn, kind, fields, NULL) < 0)
        return -1;
    return send_added(request, 0, (wire_bytes_t){NULL, 0}, next);
}

static int send_end(persist_request_t *request, int good, unsigned flags,
                    wire_list_t trailers)
{
    wire_end_t end = {.ok = (uint64_t)good,
                      .after = (flags & PERSIST_AFTER) != 0,
                      .trailers = trailers};
    return send_one(request, WIRE_END, &end, PW_ENDED);
}

/* Returns the payload if it is too long to be copied into its frame, else an
 * empty one. */
static wire_bytes_t left_out(wire_bytes_t payload)
{
    return payload.len > COPY_MAX ? payload : (wire_bytes_t){NULL, 0};
}

static int send_body(persist_request_t *request, wire_bytes_t piece, int last)
{
    wire_body_t body = {piece, last ? WIRE_LAST : WIRE_MORE};
    wire_bytes_t apart = left_out(piece);
    size_t split = 0;
    pw_output_reset(request->conn);
    if (pw_output_add(request->conn, WIRE_BODY, &body,
                      apart.len ? &split : NULL) < 0)
        return -1;
    return send_added(request, split, apart, last ? PW_ENDED : PW_ANSWERING);
}

/* Removes the first piece, of at most most bytes, from bytes and returns it. */
static wire_bytes_t cut(wire_bytes_t *bytes, size_t most)
{
    size_t n = bytes->len < most ? bytes->len : most;
    wire_bytes_t piece = {bytes->data, n};
    bytes->len -= n;
    if (n > 0)
        bytes->data += n;
    return piece;
}

/* Sends RESPONSE, and in the same call END unless end is NULL. */
static int send_response(persist_request_t *request,
                         const wire_response_t *response, const wire_end_t *end)
{
    wire_bytes_t apart = left_out(response->body);
    size_t split = 0;
    pw_output_reset(request->conn);
    if (pw_output_add(request->conn, WIRE_RESPONSE, response,
                      apart.len ? &split : NULL) < 0)
        return -1;
    if (end && pw_output_add(request->conn, WIRE_END, end, NULL) < 0)
        return -1;
    int ends = end || (response->flags & WIRE_COMPLETE);
    return send_added(request, split, apart, ends ? PW_ENDED : PW_ANSWERING);
}

static int send_large(persist_request_t *request, wire_bytes_t rest,
                      unsigned flags)
{
    int after = (flags & PERSIST_AFTER) != 0;
    while (rest.len > 0) {
        wire_bytes_t piece = cut(&rest, PIECE_MAX);
        if (send_body(request, piece, rest.len == 0 && !after) < 0)
            return -1;
    }
    return after ? send_end(request, 1, flags, (wire_list_t){NULL, 0}) : 0;
}

/* Returns the flags of RESPONSE, of which an older httpd takes no fault. */
static uint64_t wire_flags(const persist_request_t *request, unsigned flags)
{
    if (!(flags & PERSIST_FAULT))
        return flags & PERSIST_CGI ? WIRE_CGI : 0;
    return request->conn->features & WIRE_FEATURE_FAULT ? WIRE_FAILED : 0;
}

int persist_request_respond(persist_request_t *request, unsigned status,
                            const char *headers, size_t headers_len,
                            const void *body, size_t body_len, unsigned flags)
{
    wire_bytes_t items[WIRE_ELEMENTS_MAX], rest = {body, body_len};
    wire_response_t response = {.seq = request->seq, .status = status};
    wire_end_t end = {.ok = 1, .after = 1};
    if ((flags & PERSIST_FAULT) && status < 500)
        return refused(EINVAL);
    if (!pw_response_is_at(request, PW_ASKED) ||
        pw_block_headers(headers, headers_len, items, &response.headers) < 0)
        return -1;
    response.body =
        cut(&rest, body_len > WIRE_BODY_MAX ? PIECE_MAX : WIRE_BODY_MAX);
    response.flags = wire_flags(request, flags);
    if (rest.len == 0 && !(flags & PERSIST_AFTER)) {
        response.flags |= WIRE_COMPLETE;
        return send_response(request, &response, NULL);
    }
    if (rest.len == 0)
        return send_response(request, &response, &end);
    if (send_response(request, &response, NULL) < 0)
        return -1;
    return send_large(request, rest, flags);
}

int persist_request_start(persist_request_t *request, unsigned status,
                          const char *headers, size_t headers_len,
                          unsigned flags)
{
    wire_bytes_t items[WIRE_ELEMENTS_MAX];
    wire_response_t response = {.seq = request->seq,
                                .status = status,
                                .flags = flags & PERSIST_CGI ? WIRE_CGI : 0};
    if (!pw_response_is_at(request, PW_ASKED) ||
        pw_block_headers(headers, headers_len, items, &response.headers) < 0)
        return -1;
    pw_output_reset(request->conn);
    if (pw_output_add(request->conn, WIRE_RESPONSE, &response, NULL) < 0)
        return -1;
    pw_output_hold(request->conn, -1);
    request->answer = PW_ANSWERING;
    return 0;
}

int persist_request_flush(persist_request_t *request)
{
    if (pw_output_flush(request->conn) == 0)
        return 0;
    request->answer = PW_LOST;
    return -1;
}

int persist_request_write(persist_request_t *request, const void *bytes,
                          size_t n)
{
    wire_bytes_t rest = {bytes, n};
    if (!pw_response_is_at(request, PW_ANSWERING))
        return -1;
    while (rest.len > 0)
        if (send_body(request, cut(&rest, PIECE_MAX), 0) < 0)
            return -1;
    return 0;
}

long persist_request_write_some(persist_request_t *request, const void *bytes,
                                size_t n)
{
    wire_bytes_t rest = {bytes, n};
    if (!pw_response_is_at(request, PW_ANSWERING))
        return -1;
    while (rest.len > 0 && pw_send_unsent(request->conn) == 0)
        if (send_body(request, cut(&rest, PIECE_MAX), 0) < 0)
            return -1;
    return (long)(n - rest.len);
}

int persist_request_finish(persist_request_t *request, unsigned flags)
{
    if (!pw_response_is_at(request, PW_ANSWERING))
        return -1;
    pw_validators_add(request);
    return send_end(request, 1, flags, (wire_list_t){NULL, 0});
}

int persist_request_finish_trailers(persist_request_t *request,
                                    const char *trailers, size_t trailers_len,
                                    unsigned flags)
{
    wire_bytes_t items[WIRE_ELEMENTS_MAX];
    wire_list_t list;
    if (!pw_response_is_at(request, PW_ANSWERING) ||
        pw_block_headers(trailers, trailers_len, items, &list) < 0)
        return -1;
    pw_validators_add(request);
    return send_end(request, 1, flags, list);
}

int persist_request_abort(persist_request_t *request, unsigned flags)
{
    if (!pw_response_is_at(request, PW_ANSWERING))
        return -1;
    return send_end(request, 0, flags, (wire_list_t){NULL, 0});
}

int persist_request_info(persist_request_t *request, unsigned status,
                         const char *headers, size_t headers_len)
{
    wire_bytes_t items[WIRE_ELEMENTS_MAX];
    wire_info_t info = {.seq = request->seq, .status = status};
    if (!pw_response_is_at(request, PW_ASKED) ||
        pw_block_headers(headers, headers_len, items, &info.headers) < 0)
        return -1;
    if (request->informed == WIRE_INFO_MAX)
        return refused(ERANGE);
    request->informed++;
    return send_one(request, WIRE_INFO, &info, PW_ASKED);
}

static int is_open(const persist_request_t *request)
{
    return request->answer == PW_ASKED || request->answer == PW_ANSWERING;
}

int persist_request_log(persist_request_t *request, unsigned level,
                        const char *text, size_t n)
{
    wire_bytes_t rest = {(const uint8_t *)text, n};
    if (level > 7)
        return refused(EINVAL);
    while (is_open(request)) {
        wire_bytes_t left = rest;
        wire_log_t line = {level, cut(&left, WIRE_LOG_MAX)};
        if (send_one(request, WIRE_LOG, &line, request->answer) == 0) {
            rest = left;
            if (rest.len == 0)
                return 0;
        } else if (is_open(request))
            return -1;
    }
    fprintf(stderr, "[%s] %.*s\n", request->id, (int)(rest.len % INT32_MAX),
            (const char *)rest.data);
    return 0;
}

static void respond_for_script(persist_request_t *request)
{
    static const char text[] = "the script gave no response to this request";
    static const char body[] = "The script gave no response.\n";
    persist_request_log(request, 3, text, sizeof(text) - 1);
    persist_request_respond(request, 500,
                            PERSIST_BLOCK("Content-Type\0text/plain"), body,
                            sizeof(body) - 1, PERSIST_FAULT);
}

void pw_response_close(persist_request_t *request)
{
    if (request->answer == PW_ASKED)
        respond_for_script(request);
    else if (request->answer == PW_ANSWERING)
        persist_request_abort(request, 0);
    pw_request_release(request);
}
