/* SPDX-License-Identifier: Apache-2.0 */
/* request.c: PersistWorker::ResidentRequest: what a script reads of a request,
 * and the call of its handler. */

#include "sdk.h"

#define PIECE ((long)64 << 10) /* of a body */

static VALUE request_class, body_class, response_class;
static ID id_call, id_close, id_complete;

/* The object of a request that is over has no unit. The object owns nothing, so
 * nothing is freed or marked with it. */
static const rb_data_type_t request_type = {
    .wrap_struct_name = "persist_worker/request",
    .flags = RUBY_TYPED_FREE_IMMEDIATELY};

sdk_unit_t *sdk_request_unit(VALUE request)
{
    sdk_unit_t *unit = rb_check_typeddata(request, &request_type);
    if (!unit || (unit->closing && unit->thread != rb_thread_current()))
        rb_raise(rb_eRuntimeError, "the request is over");
    return unit;
}

VALUE sdk_request_new(sdk_unit_t *unit)
{
    unit->armed = unit->sent = unit->spoken = unit->ended = unit->closing = 0;
    unit->request = TypedData_Wrap_Struct(request_class, &request_type, unit);
    return unit->request;
}

/* Waits until other threads of the script have left the core. */
static void end_others(sdk_unit_t *unit)
{
    unit->closing = 1;
    while (unit->busy && !sdk_is_child())
        rb_thread_wait_for((struct timeval){.tv_usec = 1000});
}

void sdk_request_close(sdk_unit_t *unit)
{
    end_others(unit);
    if (!NIL_P(unit->request))
        RTYPEDDATA_DATA(unit->request) = NULL;
    unit->previous = unit->ptr;
    unit->ptr = NULL;
    unit->armed = 0;
    unit->request = unit->env = unit->body = unit->response = Qnil;
}

/* ---- the request */

static VALUE get_env(VALUE self)
{
    sdk_unit_t *unit = sdk_request_unit(self);
    if (NIL_P(unit->env))
        unit->env = sdk_variables(unit->ptr);
    return unit->env;
}

/* If there is a Hash, its entries count, because the script may have changed
 * them. */
static VALUE variable(VALUE self, const char *name)
{
    sdk_unit_t *unit = sdk_request_unit(self);
    if (NIL_P(unit->env))
        return sdk_variable(unit->ptr, name);
    return rb_hash_lookup2(unit->env, rb_interned_str_cstr(name),
                           rb_utf8_str_new_cstr(""));
}

static VALUE get_method(VALUE self)
{
    return variable(self, "REQUEST_METHOD");
}

static VALUE get_mount(VALUE self)
{
    return variable(self, "SCRIPT_NAME");
}

static VALUE get_path(VALUE self)
{
    return variable(self, "PATH_INFO");
}

static VALUE get_query(VALUE self)
{
    return variable(self, "QUERY_STRING");
}

static VALUE get_body(VALUE self)
{
    sdk_unit_t *unit = sdk_request_unit(self);
    if (NIL_P(unit->body))
        unit->body = rb_class_new_instance(1, &self, body_class);
    return unit->body;
}

static VALUE get_request_id(VALUE self)
{
    return rb_str_new_cstr(persist_request_id(sdk_request_unit(self)->ptr));
}

static VALUE get_time_left(VALUE self)
{
    long left = persist_request_time_left(sdk_request_unit(self)->ptr);
    return left < 0 ? Qnil : DBL2NUM((double)left / 1000);
}

/* This may send the head of a response that is held back. */
static long ask_cancelled(sdk_call_t *call)
{
    return persist_request_cancelled(call->unit->ptr);
}

static VALUE is_cancelled(VALUE self)
{
    sdk_call_t call = {
        .unit = sdk_request_unit(self), .request = self, .run = ask_cancelled};
    return sdk_block(&call) ? Qtrue : Qfalse;
}

/* Returns true if the client has gone. Unlike cancelled?, the soft deadline
 * does not count. */
static VALUE is_gone(VALUE self)
{
    return RTEST(is_cancelled(self)) &&
                   !persist_request_late(sdk_request_unit(self)->ptr)
               ? Qtrue
               : Qfalse;
}

typedef struct read_call {
    sdk_call_t call;
    char *buffer;
} read_call_t;

static long read_some(sdk_call_t *call)
{
    return persist_request_read(call->unit->ptr, ((read_call_t *)call)->buffer,
                                (size_t)PIECE);
}

/* Returns the next bytes of the body, nil at its end: see BodyBuffer. The
 * string needs no lock, because no other thread has it yet. */
static VALUE read_piece(VALUE self)
{
    sdk_unit_t *unit = sdk_request_unit(self);
    VALUE piece = rb_str_buf_new(PIECE);
    read_call_t read = {
        .call = {.unit = unit, .request = self, .run = read_some, .waits = 1},
        .buffer = RSTRING_PTR(piece)};
    unit->spoken = 1;
    long n = sdk_block(&read.call);
    if (n < 0)
        sdk_raise(read.call.error);
    if (n == 0)
        return Qnil;
    rb_str_set_len(piece, n);
    RB_GC_GUARD(piece);
    return n < PIECE / 2 ? rb_str_resize(piece, n) : piece;
}

/* ---- for the loop */

static VALUE has_ended(VALUE self)
{
    return sdk_request_unit(self)->ended ? Qtrue : Qfalse;
}

typedef struct run {
    sdk_unit_t *unit;
    VALUE handler;
    VALUE request;
} run_t;

static VALUE call_handler(VALUE data)
{
    run_t *run = (run_t *)data;
    return rb_funcallv(run->handler, id_call, 1, &run->request);
}

/* Takes in an exception that was sent to this thread and has not been raised,
 * so that it does not hit the next request. */
static VALUE disarm(VALUE data)
{
    sdk_unit_t *unit = ((run_t *)data)->unit;
    unit->armed = 0;
    end_others(unit);
    if (unit->sent)
        rb_thread_check_ints();
    return Qnil;
}

/* Calls the handler. The soft deadline may interrupt it, but nothing later. */
static VALUE run(VALUE self, VALUE handler)
{
    run_t run = {sdk_request_unit(self), handler, self};
    run.unit->armed = 1;
    rb_ensure(call_handler, (VALUE)&run, disarm, (VALUE)&run);
    if (!run.unit->ended && !sdk_is_child())
        rb_funcallv(self, id_complete, 0, NULL);
    return Qnil;
}

/* Returns the object that collects a response of several pieces. */
static VALUE get_response(VALUE self)
{
    sdk_unit_t *unit = sdk_request_unit(self);
    VALUE arguments[] = {self, unit->ended ? ID2SYM(rb_intern("ended"))
                                           : ID2SYM(rb_intern("new"))};
    if (NIL_P(unit->response))
        unit->response = rb_class_new_instance(2, arguments, response_class);
    return unit->response;
}

/* Makes every further use of the request fail, wherever the script keeps it. */
static VALUE close_request(VALUE self)
{
    if (!RTYPEDDATA_DATA(self))
        return Qnil;
    sdk_unit_t *unit = sdk_request_unit(self);
    if (!NIL_P(unit->body))
        rb_funcallv(unit->body, id_close, 0, NULL);
    sdk_request_close(unit);
    return Qnil;
}

static void define_asked(void)
{
    rb_define_method(request_class, "env", get_env, 0);
    rb_define_method(request_class, "method", get_method, 0);
    rb_define_method(request_class, "mount", get_mount, 0);
    rb_define_method(request_class, "path", get_path, 0);
    rb_define_method(request_class, "query", get_query, 0);
    rb_define_method(request_class, "body", get_body, 0);
    rb_define_method(request_class, "request_id", get_request_id, 0);
    rb_define_method(request_class, "time_left", get_time_left, 0);
    rb_define_method(request_class, "cancelled?", is_cancelled, 0);
    rb_define_method(request_class, "cancelled", is_cancelled, 0);
    rb_define_method(request_class, "gone?", is_gone, 0);
    rb_define_method(request_class, "read_piece", read_piece, 0);
}

void sdk_init_request(VALUE module)
{
    id_call = rb_intern("call");
    id_close = rb_intern("close");
    id_complete = rb_intern("complete");
    body_class = sdk_constant(module, "Body");
    response_class = sdk_constant(module, "Response");
    request_class = rb_define_class_under(module, "ResidentRequest",
                                          sdk_constant(module, "Request"));
    rb_gc_register_mark_object(request_class);
    rb_undef_alloc_func(request_class);
    define_asked();
    rb_define_method(request_class, "run", run, 1);
    rb_define_method(request_class, "ended?", has_ended, 0);
    rb_define_method(request_class, "response", get_response, 0);
    rb_define_method(request_class, "close", close_request, 0);
    sdk_init_environment(request_class);
    sdk_init_response(request_class);
    sdk_init_rack(request_class);
}
