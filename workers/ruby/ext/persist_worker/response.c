/* SPDX-License-Identifier: Apache-2.0 */
/* response.c: the methods of a request that send. A whole response is one call.
 * For a response in pieces, Response (response.rb) decides what is sent when.
 */

#include "sdk.h"

#include <errno.h>

#define FRAME_MAX ((long)256 << 10) /* of a body: wire/PROTOCOL.md */
/* Fits into the buffer of a socket from which httpd has read all that was sent
 * before. */
#define SMALL ((long)32 << 10)

typedef struct answer {
    sdk_call_t call;
    unsigned status; /* of the response; the level of a log line */
    unsigned flags;
    VALUE block;
    VALUE bytes;
    int fd;
    long long offset, length;
} answer_t;

static const char *block_of(const answer_t *answer)
{
    return RSTRING_PTR(answer->block);
}

static size_t block_len(const answer_t *answer)
{
    return (size_t)RSTRING_LEN(answer->block);
}

static size_t bytes_len(const answer_t *answer)
{
    return (size_t)RSTRING_LEN(answer->bytes);
}

/* ---- without the GVL */

static long respond(sdk_call_t *call)
{
    const answer_t *answer = (answer_t *)call;
    return persist_request_respond(
        call->unit->ptr, answer->status, block_of(answer), block_len(answer),
        RSTRING_PTR(answer->bytes), bytes_len(answer), answer->flags);
}

static long start(sdk_call_t *call)
{
    const answer_t *answer = (answer_t *)call;
    return persist_request_start(call->unit->ptr, answer->status,
                                 block_of(answer), block_len(answer),
                                 answer->flags);
}

static long write_bytes(sdk_call_t *call)
{
    const answer_t *answer = (answer_t *)call;
    return persist_request_write(call->unit->ptr, RSTRING_PTR(answer->bytes),
                                 bytes_len(answer));
}

static long flush(sdk_call_t *call)
{
    return persist_request_flush(call->unit->ptr);
}

static long pass(sdk_call_t *call)
{
    const answer_t *answer = (answer_t *)call;
    return persist_request_send_file(call->unit->ptr, answer->fd,
                                     answer->offset, answer->length);
}

static long finish(sdk_call_t *call)
{
    const answer_t *answer = (answer_t *)call;
    return persist_request_finish_trailers(call->unit->ptr, block_of(answer),
                                           block_len(answer), answer->flags);
}

static long abort_stream(sdk_call_t *call)
{
    return persist_request_abort(call->unit->ptr, ((answer_t *)call)->flags);
}

static long inform(sdk_call_t *call)
{
    const answer_t *answer = (answer_t *)call;
    return persist_request_info(call->unit->ptr, answer->status,
                                block_of(answer), block_len(answer));
}

static long write_log(sdk_call_t *call)
{
    const answer_t *answer = (answer_t *)call;
    return persist_request_log(call->unit->ptr, answer->status,
                               RSTRING_PTR(answer->bytes), bytes_len(answer));
}

/* ---- with the GVL */

static answer_t begin(VALUE self, long (*call)(sdk_call_t *call))
{
    return (answer_t){
        .call = {.unit = sdk_request_unit(self), .request = self, .run = call},
        .block = Qnil,
        .bytes = Qnil};
}

/* Makes the call while the bytes are locked. */
static VALUE locked_send(VALUE data)
{
    return (VALUE)sdk_block((sdk_call_t *)data);
}

/* After EPIPE nothing more can be sent, so the response has ended. */
static void failed(sdk_unit_t *unit, int error)
{
    unit->ended |= error == EPIPE;
    sdk_raise(error);
}

static void send_answer(answer_t *answer)
{
    VALUE held = NIL_P(answer->bytes) ? Qnil : sdk_hold(answer->bytes);
    answer->bytes = held;
    answer->call.unit->spoken = 1;
    long rc = NIL_P(held) ? sdk_block(&answer->call)
                          : (long)rb_ensure(locked_send, (VALUE)answer,
                                            sdk_let_go, held);
    RB_GC_GUARD(answer->block);
    if (rc < 0)
        failed(answer->call.unit, answer->call.error);
}

static unsigned check_status(VALUE status)
{
    if (!FIXNUM_P(status) || FIX2LONG(status) < 200 || FIX2LONG(status) > 599)
        rb_raise(rb_eArgError, "no status for this: %" PRIsVALUE,
                 rb_inspect(status));
    return (unsigned)FIX2LONG(status);
}

/* Adds Content-Length if the body needs several frames: httpd finds the length
 * of a body in one frame itself. */
static void announce_length(const answer_t *answer)
{
    unsigned status = answer->status;
    if (bytes_len(answer) <= FRAME_MAX || status == 204 || status == 205 ||
        status == 304 || sdk_block_has(answer->block, "content-length"))
        return;
    rb_str_cat(answer->block, "Content-Length", sizeof("Content-Length"));
    rb_str_catf(answer->block, "%zu", bytes_len(answer));
    rb_str_cat(answer->block, "", 1);
}

/* If nothing was sent before and the response is small, the socket has room for
 * it. The call does not wait then, and releasing the GVL would cost more. */
static void send_whole(answer_t *answer)
{
    sdk_unit_t *unit = answer->call.unit;
    if (unit->spoken || unit->busy ||
        RSTRING_LEN(answer->block) + RSTRING_LEN(answer->bytes) > SMALL)
        send_answer(answer);
    else if (respond(&answer->call) < 0)
        failed(unit, errno);
    unit->ended = 1;
}

int sdk_may_respond(VALUE request)
{
    const sdk_unit_t *unit = sdk_request_unit(request);
    return NIL_P(unit->response) && !unit->ended;
}

void sdk_respond(VALUE request, VALUE status, VALUE block, VALUE body)
{
    answer_t answer = begin(request, respond);
    answer.status = check_status(status);
    answer.block = block;
    answer.bytes = body;
    announce_length(&answer);
    send_whole(&answer);
}

/* respond(status, headers = {}, body = ""). If there is a Response, its state
 * counts: then the method of Request does this. */
static VALUE respond_whole(int argc, VALUE *argv, VALUE self)
{
    const sdk_unit_t *unit = sdk_request_unit(self);
    rb_check_arity(argc, 1, 3);
    if (!NIL_P(unit->response))
        return rb_call_super(argc, argv);
    if (unit->ended)
        sdk_raise(EALREADY);
    check_status(argv[0]);
    VALUE block = argc > 1 ? sdk_block_pack(argv[1]) : sdk_block_new();
    VALUE body = argc > 2 ? StringValue(argv[2]) : rb_str_new(NULL, 0);
    sdk_respond(self, argv[0], block, body);
    return Qnil;
}

/* ---- called by Response */

static VALUE send_response(VALUE self, VALUE status, VALUE block, VALUE body,
                           VALUE flags)
{
    answer_t answer = begin(self, respond);
    answer.status = NUM2UINT(status);
    answer.block = StringValue(block);
    answer.bytes = StringValue(body);
    answer.flags = NUM2UINT(flags);
    announce_length(&answer);
    send_answer(&answer);
    answer.call.unit->ended = 1;
    return Qnil;
}

static VALUE send_piece(VALUE self, VALUE bytes)
{
    answer_t answer = begin(self, write_bytes);
    answer.bytes = StringValue(bytes);
    send_answer(&answer);
    return Qnil;
}

static VALUE send_head(VALUE self, VALUE status, VALUE block, VALUE flags)
{
    answer_t answer = begin(self, start);
    answer.status = NUM2UINT(status);
    answer.block = StringValue(block);
    answer.flags = NUM2UINT(flags);
    send_answer(&answer);
    return Qnil;
}

static VALUE send_held(VALUE self)
{
    answer_t answer = begin(self, flush);
    send_answer(&answer);
    return Qnil;
}

static VALUE pass_file(VALUE self, VALUE fd, VALUE offset, VALUE length)
{
    answer_t answer = begin(self, pass);
    answer.fd = NUM2INT(fd);
    answer.offset = NUM2LL(offset);
    answer.length = NUM2LL(length);
    send_answer(&answer);
    return Qnil;
}

static VALUE send_last(VALUE self, VALUE trailers, VALUE flags)
{
    answer_t answer = begin(self, finish);
    answer.block = StringValue(trailers);
    answer.flags = NUM2UINT(flags);
    send_answer(&answer);
    answer.call.unit->ended = 1;
    return Qnil;
}

static VALUE send_abort(VALUE self, VALUE flags)
{
    answer_t answer = begin(self, abort_stream);
    answer.flags = NUM2UINT(flags);
    send_answer(&answer);
    answer.call.unit->ended = 1;
    return Qnil;
}

static VALUE send_info(VALUE self, VALUE status, VALUE block)
{
    answer_t answer = begin(self, inform);
    answer.status = NUM2UINT(status);
    answer.block = StringValue(block);
    send_answer(&answer);
    return Qnil;
}

static VALUE send_line(VALUE self, VALUE level, VALUE text)
{
    answer_t answer = begin(self, write_log);
    answer.status = NUM2UINT(level);
    answer.bytes = StringValue(text);
    send_answer(&answer);
    return Qnil;
}

void sdk_init_response(VALUE request_class)
{
    rb_define_method(request_class, "respond", respond_whole, -1);
    rb_define_method(request_class, "send_whole", send_response, 4);
    rb_define_method(request_class, "send_head", send_head, 3);
    rb_define_method(request_class, "send_piece", send_piece, 1);
    rb_define_method(request_class, "send_held", send_held, 0);
    rb_define_method(request_class, "pass_file", pass_file, 3);
    rb_define_method(request_class, "send_last", send_last, 2);
    rb_define_method(request_class, "send_abort", send_abort, 1);
    rb_define_method(request_class, "send_info", send_info, 2);
    rb_define_method(request_class, "send_line", send_line, 2);
}
