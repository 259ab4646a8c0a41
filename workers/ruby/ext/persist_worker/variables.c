/* SPDX-License-Identifier: Apache-2.0 */
/* variables.c: the CGI variables as a Hash. Names are tagged as UTF-8, and so
 * are values, which most of them are, unless the caller says otherwise. */

#include "sdk.h"

#include <ruby/encoding.h>
#include <string.h>

#define KNOWN 64u /* places in the block whose names are remembered */
#define ROUND 64  /* variables that go into the Hash at a time */

/* The last name at each place: httpd mostly writes the same names at the same
 * places. */
static VALUE known[KNOWN];

static void mark(void *data)
{
    (void)data;
    for (unsigned i = 0; i < KNOWN; i++)
        rb_gc_mark(known[i]);
}

static const rb_data_type_t root_type = {
    .wrap_struct_name = "persist_worker/names", .function = {.dmark = mark}};

void sdk_init_variables(void)
{
    for (unsigned i = 0; i < KNOWN; i++)
        known[i] = Qnil;
    rb_gc_register_mark_object(
        TypedData_Wrap_Struct(rb_cObject, &root_type, known));
}

static int is(VALUE string, const char *bytes, size_t len)
{
    return !NIL_P(string) && (size_t)RSTRING_LEN(string) == len &&
           memcmp(RSTRING_PTR(string), bytes, len) == 0;
}

static VALUE name_at(size_t place, const char *bytes, size_t len)
{
    if (place < KNOWN && is(known[place], bytes, len))
        return known[place];
    VALUE name = rb_enc_interned_str(bytes, (long)len, rb_utf8_encoding());
    if (place < KNOWN)
        known[place] = name;
    return name;
}

/* Makes a string. It is new, so its encoding can be set without the checks that
 * rb_enc_associate() makes. */
static VALUE text(const char *bytes, size_t len, int encoding)
{
    VALUE string = rb_str_new(bytes, (long)len);
    RB_ENCODING_SET_INLINED(string, encoding);
    return string;
}

VALUE sdk_variables(const persist_request_t *request, int encoding, VALUE more)
{
    VALUE pairs[2 * ROUND], env = rb_hash_new();
    size_t len, place = 0, count = 0;
    const char *name, *value;
    const char *block = persist_request_variables(request, &len);
    long filled = NIL_P(more) ? 0 : RARRAY_LEN(more);
    if (filled > ROUND)
        rb_raise(rb_eArgError, "too many pairs");
    for (long i = 0; i < filled; i++)
        pairs[i] = rb_ary_entry(more, i);
    while (persist_request_each(request, &place, &name, &value)) {
        size_t name_len = (size_t)(value - name) - 1;
        size_t value_len = (size_t)(block + place - value) - 1;
        pairs[filled++] = name_at(count++, name, name_len);
        pairs[filled++] = text(value, value_len, encoding);
        if (filled == 2 * ROUND) {
            rb_hash_bulk_insert(filled, pairs, env);
            filled = 0;
        }
    }
    rb_hash_bulk_insert(filled, pairs, env);
    return env;
}

VALUE sdk_variable(const persist_request_t *request, const char *name)
{
    const char *value = persist_request_variable(request, name);
    return rb_utf8_str_new_cstr(value ? value : "");
}
