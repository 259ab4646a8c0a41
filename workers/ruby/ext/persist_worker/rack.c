/* SPDX-License-Identifier: Apache-2.0 */
/* rack.c: what most answers of Rack applications are: a Hash of Strings, and an
 * Array of Strings as the body. RackResponse (rack_response.rb) sends others.
 */

#include "sdk.h"

#include <string.h>
#include <strings.h>

#define RACK "rack." /* such names are for the server */
#define CODING "transfer-encoding"

static int is_name(VALUE name)
{
    const char *text = RSTRING_PTR(name);
    long len = RSTRING_LEN(name);
    return !(len >= (long)strlen(RACK) &&
             memcmp(text, RACK, strlen(RACK)) == 0) &&
           !(len == (long)strlen(CODING) &&
             strncasecmp(text, CODING, strlen(CODING)) == 0);
}

/* A value of several lines is several headers. */
static int is_line(VALUE value)
{
    return memchr(RSTRING_PTR(value), '\n', (size_t)RSTRING_LEN(value)) == NULL;
}

typedef struct fields {
    VALUE block; /* Qnil: they are not simple */
} fields_t;

static int add_field(VALUE name, VALUE value, VALUE data)
{
    fields_t *fields = (fields_t *)data;
    if (RB_TYPE_P(name, T_STRING) && RB_TYPE_P(value, T_STRING) &&
        is_name(name) && is_line(value)) {
        sdk_block_add(fields->block, name, value);
        return ST_CONTINUE;
    }
    fields->block = Qnil;
    return ST_STOP;
}

/* Returns the headers as a block; Qnil: they are not simple. */
static VALUE pack(VALUE headers)
{
    if (!RB_TYPE_P(headers, T_HASH))
        return Qnil;
    fields_t fields = {.block = sdk_block_new()};
    rb_hash_foreach(headers, add_field, (VALUE)&fields);
    return fields.block;
}

/* Returns all of the body; Qnil: it is not simple. */
static VALUE join(VALUE body)
{
    /* An Array with methods of its own, such as close, has another class. */
    if (SPECIAL_CONST_P(body) || RBASIC_CLASS(body) != rb_cArray)
        return Qnil;
    for (long i = 0; i < RARRAY_LEN(body); i++)
        if (!RB_TYPE_P(RARRAY_AREF(body, i), T_STRING))
            return Qnil;
    if (RARRAY_LEN(body) == 1)
        return RARRAY_AREF(body, 0);
    VALUE joined = rb_str_buf_new(0);
    for (long i = 0; i < RARRAY_LEN(body); i++) {
        VALUE piece = RARRAY_AREF(body, i);
        rb_str_cat(joined, RSTRING_PTR(piece), RSTRING_LEN(piece));
        RB_GC_GUARD(piece);
    }
    return joined;
}

/* A status without a body is not simple, if there may be one. */
static int is_status(VALUE status)
{
    return FIXNUM_P(status) && FIX2LONG(status) >= 200 &&
           FIX2LONG(status) <= 599 && FIX2LONG(status) != 204 &&
           FIX2LONG(status) != 304;
}

/* Sends the answer of a Rack application if it is simple, and returns whether
 * it is. */
static VALUE respond_simply(VALUE self, VALUE answer)
{
    if (!RB_TYPE_P(answer, T_ARRAY) || RARRAY_LEN(answer) != 3 ||
        !sdk_may_respond(self) || !is_status(RARRAY_AREF(answer, 0)))
        return Qfalse;
    VALUE body = join(RARRAY_AREF(answer, 2));
    VALUE block = NIL_P(body) ? Qnil : pack(RARRAY_AREF(answer, 1));
    if (NIL_P(block))
        return Qfalse;
    sdk_respond(self, RARRAY_AREF(answer, 0), block, body);
    RB_GC_GUARD(answer);
    return Qtrue;
}

void sdk_init_rack(VALUE request_class)
{
    rb_define_method(request_class, "respond_simply", respond_simply, 1);
}
