/* SPDX-License-Identifier: Apache-2.0 */
/* environment.c: the environment of a Rack application, a Hash. Most of it is
 * the same for all requests. It is kept in one Hash, the original, whose copy
 * costs a fraction of another new Hash: no key is hashed. */

#include "sdk.h"

#include <ruby/version.h>
#include <string.h>

#define ROOM 64 /* entries that the original, and so a copy, has room for */

static VALUE common;   /* the Array that the original was made of */
static VALUE original; /* the entries of common, and variables of the server */
static VALUE values[SDK_OF_SERVER]; /* those in the original; Qnil: none */
static unsigned filled;             /* their bits, 1 for the first one */

static void mark(void *data)
{
    (void)data;
    rb_gc_mark(common);
    rb_gc_mark(original);
    for (int i = 0; i < SDK_OF_SERVER; i++)
        rb_gc_mark(values[i]);
}

static const rb_data_type_t root_type = {.wrap_struct_name =
                                             "persist_worker/environment",
                                         .function = {.dmark = mark}};

/* ---- the original */

/* Before Ruby 3.2 a Hash gets room only by so many entries at once. */
static VALUE roomy_hash(void)
{
#if RUBY_API_VERSION_CODE >= 30200
    return rb_hash_new_capa(ROOM);
#else
    VALUE pairs[2 * ROOM], hash = rb_hash_new();
    for (int i = 0; i < 2 * ROOM; i++)
        pairs[i] = Qnil;
    rb_hash_bulk_insert(2 * ROOM, pairs, hash);
    return rb_hash_clear(hash);
#endif
}

static void add_pairs(VALUE hash, VALUE pairs)
{
    for (long i = 0; i + 1 < RARRAY_LEN(pairs); i += 2)
        rb_hash_aset(hash, RARRAY_AREF(pairs, i), RARRAY_AREF(pairs, i + 1));
}

static void forget_values(void)
{
    filled = 0;
    for (int i = 0; i < SDK_OF_SERVER; i++)
        values[i] = Qnil;
}

static void adopt(VALUE pairs)
{
    VALUE hash = roomy_hash();
    add_pairs(hash, pairs);
    forget_values();
    original = hash;
    common = pairs;
}

/* The string is frozen: further requests get it, too. */
static void remember(const sdk_variable_t *variable)
{
    int kind = variable->name->kind;
    VALUE value =
        rb_obj_freeze(rb_str_new(variable->value, (long)variable->len));
    rb_hash_aset(original, variable->name->string, value);
    values[kind] = value;
    filled |= 1u << kind;
}

/* ---- a copy of it, for a request */

/* Bytes that need no escape in a path, and that nobody escapes (RFC 3986, 2.3),
 * and the slash. */
static int is_plain(const char *bytes, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        unsigned char c = (unsigned char)bytes[i], letter = c | 0x20;
        if (!((letter >= 'a' && letter <= 'z') || (c >= '-' && c <= '9') ||
              c == '_' || c == '~'))
            return 0;
    }
    return 1;
}

/* Whether the application can have the variable as it is, and nothing else
 * follows from it. */
static int is_usual(const sdk_variable_t *variable)
{
    switch (variable->name->kind) {
    case SDK_SCHEME:
        return strcmp(variable->value, "http") == 0;
    case SDK_PATH:
        return variable->len > 0 && is_plain(variable->value, variable->len);
    case SDK_MOUNT:
        return is_plain(variable->value, variable->len);
    case SDK_HTTPS:
    case SDK_CODING:
        return 0;
    default:
        return 1;
    }
}

static void add(VALUE env, const sdk_variable_t *variable)
{
    int kind = variable->name->kind;
    if (kind >= SDK_OF_SERVER) {
        rb_hash_aset(env, variable->name->string,
                     rb_str_new(variable->value, (long)variable->len));
    } else if (!sdk_string_is(values[kind], variable->value, variable->len)) {
        remember(variable);
        rb_hash_aset(env, variable->name->string, values[kind]);
    }
}

typedef struct environment {
    VALUE env;
    unsigned seen; /* bits of the kinds of variables */
    int usual;     /* 1: all variables are */
} environment_t;

static environment_t copy(const persist_request_t *request)
{
    environment_t copy = {.env = rb_hash_dup(original), .usual = 1};
    sdk_variable_t variable;
    size_t place = 0;
    while (sdk_variable_next(request, &place, &variable)) {
        copy.seen |= 1u << variable.name->kind;
        copy.usual = copy.usual && is_usual(&variable);
        add(copy.env, &variable);
    }
    return copy;
}

/* rack_env(common, own): see Request#rack_env. */
static VALUE rack_env(VALUE self, VALUE pairs, VALUE own)
{
    const persist_request_t *request = sdk_request_unit(self)->ptr;
    Check_Type(pairs, T_ARRAY);
    Check_Type(own, T_ARRAY);
    if (pairs != common)
        adopt(pairs);
    environment_t made = copy(request);
    if (filled & ~made.seen) { /* the original has what this request has not */
        adopt(pairs);
        made = copy(request);
    }
    add_pairs(made.env, own);
    if (!made.usual || !(made.seen & 1u << SDK_PATH))
        rb_yield(made.env);
    return made.env;
}

void sdk_init_environment(VALUE request_class)
{
    common = original = Qnil;
    forget_values();
    rb_gc_register_mark_object(
        TypedData_Wrap_Struct(rb_cObject, &root_type, values));
    rb_define_method(request_class, "rack_env", rack_env, 2);
}
