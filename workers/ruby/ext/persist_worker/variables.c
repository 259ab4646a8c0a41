/* SPDX-License-Identifier: Apache-2.0 */
/* variables.c: the CGI variables as a Hash. Names are tagged as UTF-8, and so
 * are values, which most of them are. */

#include "sdk.h"

#include <ruby/encoding.h>

#define ROUND 64 /* variables that go into the Hash at a time */

/* Makes a string. It is new, so its encoding can be set without the checks that
 * rb_enc_associate() makes. */
static VALUE text(const char *bytes, size_t len)
{
    VALUE string = rb_str_new(bytes, (long)len);
    RB_ENCODING_SET_INLINED(string, rb_utf8_encindex());
    return string;
}

VALUE sdk_variables(const persist_request_t *request)
{
    VALUE pairs[2 * ROUND], env = rb_hash_new();
    sdk_variable_t variable;
    size_t place = 0;
    long filled = 0;
    while (sdk_variable_next(request, &place, &variable)) {
        pairs[filled++] = variable.name->string;
        pairs[filled++] = text(variable.value, variable.len);
        if (filled == 2 * ROUND) {
            rb_hash_bulk_insert(filled, pairs, env);
            filled = 0;
        }
    }
    rb_hash_bulk_insert(filled, pairs, env);
    return env;
}

int sdk_variable_next(const persist_request_t *request, size_t *place,
                      sdk_variable_t *variable)
{
    size_t len;
    const char *name, *block = persist_request_variables(request, &len);
    if (!persist_request_each(request, place, &name, &variable->value))
        return 0;
    variable->name = sdk_name(name, (size_t)(variable->value - name) - 1);
    variable->len = (size_t)(block + *place - variable->value) - 1;
    return 1;
}

VALUE sdk_variable(const persist_request_t *request, const char *name)
{
    const char *value = persist_request_variable(request, name);
    return rb_utf8_str_new_cstr(value ? value : "");
}
