/* SPDX-License-Identifier: Apache-2.0 */
/* block.c: HeaderFields.pack turns a Hash or pairs into a block for the core.
 * The core checks headers, too; the checks here name the wrong one. */

#include "sdk.h"

#include <string.h>

static ID id_each;

/* tchar of RFC 9110, 5.6.2 */
static int is_token(unsigned char c)
{
    unsigned char letter = c | 0x20;
    if ((letter >= 'a' && letter <= 'z') || (c >= '0' && c <= '9'))
        return 1;
    return c != 0 && strchr("!#$%&'*+-.^_`|~", c) != NULL;
}

static void check_name(VALUE name)
{
    const char *text = RSTRING_PTR(name);
    long i = 0, len = RSTRING_LEN(name);
    while (i < len && is_token((unsigned char)text[i]))
        i++;
    if (len == 0 || i < len)
        rb_raise(rb_eArgError, "no name for a header: %" PRIsVALUE,
                 rb_inspect(name));
}

static void check_value(VALUE name, VALUE value)
{
    const unsigned char *text = (const unsigned char *)RSTRING_PTR(value);
    for (long i = 0; i < RSTRING_LEN(value); i++)
        if ((text[i] < 0x20 && text[i] != '\t') || text[i] == 0x7f)
            rb_raise(rb_eArgError,
                     "header %" PRIsVALUE " has control characters", name);
}

static char *write_string(char *to, VALUE string)
{
    memcpy(to, RSTRING_PTR(string), (size_t)RSTRING_LEN(string));
    to[RSTRING_LEN(string)] = '\0';
    return to + RSTRING_LEN(string) + 1;
}

/* Grows the block at least by half, so that many headers are not copied often.
 */
static void make_room(VALUE block, long more)
{
    long len = RSTRING_LEN(block);
    if (len + more > (long)rb_str_capacity(block))
        rb_str_modify_expand(block, more + len / 2);
}

static void add_strings(VALUE block, VALUE name, VALUE value)
{
    long len = RSTRING_LEN(block);
    make_room(block, RSTRING_LEN(name) + RSTRING_LEN(value) + 2);
    char *end = write_string(RSTRING_PTR(block) + len, name);
    end = write_string(end, value);
    rb_str_set_len(block, end - RSTRING_PTR(block));
}

static void add_one(VALUE block, VALUE name, VALUE value)
{
    value = rb_obj_as_string(value);
    check_value(name, value);
    add_strings(block, name, value);
    RB_GC_GUARD(name);
    RB_GC_GUARD(value);
}

void sdk_block_add(VALUE block, VALUE name, VALUE value)
{
    name = rb_obj_as_string(name);
    check_name(name);
    if (!RB_TYPE_P(value, T_ARRAY)) {
        add_one(block, name, value);
        return;
    }
    for (long i = 0; i < RARRAY_LEN(value); i++)
        add_one(block, name, rb_ary_entry(value, i));
}

static int add_entry(VALUE name, VALUE value, VALUE block)
{
    sdk_block_add(block, name, value);
    return ST_CONTINUE;
}

/* Takes a pair in the forms that a Ruby block with two parameters accepts. */
static VALUE add_pair(RB_BLOCK_CALL_FUNC_ARGLIST(yielded, block))
{
    (void)blockarg;
    VALUE pair = argc > 1 ? Qnil : rb_check_array_type(yielded);
    if (!NIL_P(pair))
        sdk_block_add(block, rb_ary_entry(pair, 0), rb_ary_entry(pair, 1));
    else
        sdk_block_add(block, yielded, argc > 1 ? argv[1] : Qnil);
    return Qnil;
}

VALUE sdk_block_new(void)
{
    return rb_str_buf_new(480);
}

VALUE sdk_block_pack(VALUE headers)
{
    VALUE block = sdk_block_new();
    if (RB_TYPE_P(headers, T_HASH))
        rb_hash_foreach(headers, add_entry, block);
    else
        rb_block_call(headers, id_each, 0, NULL, add_pair, block);
    return block;
}

int sdk_block_has(VALUE block, const char *name)
{
    const char *at = RSTRING_PTR(block), *end = at + RSTRING_LEN(block);
    while (at < end) {
        if (strcasecmp(at, name) == 0)
            return 1;
        at += strlen(at) + 1;
        at += strlen(at) + 1;
    }
    return 0;
}

static VALUE pack(VALUE self, VALUE headers)
{
    (void)self;
    return sdk_block_pack(headers);
}

void sdk_init_block(VALUE module)
{
    id_each = rb_intern("each");
    VALUE fields = rb_define_module_under(module, "HeaderFields");
    rb_define_module_function(fields, "pack", pack, 1);
}
