/* SPDX-License-Identifier: Apache-2.0 */
/* names.c: remembers the names of variables as strings of Ruby, because nearly
 * every request has the same names. */

#include "sdk.h"

#include <ruby/encoding.h>
#include <string.h>

#define KNOWN 256u

/* Each name has one place. Names that share a place push each other out. */
static sdk_name_t known[KNOWN];

static const char *const kinds[SDK_OTHER] = {
    [SDK_SCHEME] = "REQUEST_SCHEME",
    "CONTEXT_DOCUMENT_ROOT",
    "CONTEXT_PREFIX",
    "DOCUMENT_ROOT",
    "GATEWAY_INTERFACE",
    "PATH",
    "SCRIPT_FILENAME",
    "SERVER_ADDR",
    "SERVER_ADMIN",
    "SERVER_NAME",
    "SERVER_PORT",
    "SERVER_PROTOCOL",
    "SERVER_SIGNATURE",
    "SERVER_SOFTWARE",
    [SDK_PATH] = "PATH_INFO",
    [SDK_MOUNT] = "SCRIPT_NAME",
    [SDK_HTTPS] = "HTTPS",
    [SDK_CODING] = "HTTP_TRANSFER_ENCODING",
};

static void mark(void *data)
{
    (void)data;
    for (unsigned i = 0; i < KNOWN; i++)
        rb_gc_mark(known[i].string);
}

static const rb_data_type_t root_type = {
    .wrap_struct_name = "persist_worker/names", .function = {.dmark = mark}};

void sdk_init_names(void)
{
    for (unsigned i = 0; i < KNOWN; i++)
        known[i].string = Qnil;
    rb_gc_register_mark_object(
        TypedData_Wrap_Struct(rb_cObject, &root_type, known));
}

/* The factors give nearly all usual names places of their own. The core lets no
 * empty name through. */
static sdk_name_t *place_of(const char *bytes, size_t len)
{
    size_t last = (unsigned char)bytes[len - 1];
    return &known[(6 * len + 63 * last + (unsigned char)bytes[len / 2]) %
                  KNOWN];
}

static int kind_of(const char *bytes)
{
    int kind = 0;
    while (kind < SDK_OTHER && strcmp(kinds[kind], bytes) != 0)
        kind++;
    return kind;
}

int sdk_string_is(VALUE string, const char *bytes, size_t len)
{
    return !NIL_P(string) && (size_t)RSTRING_LEN(string) == len &&
           memcmp(RSTRING_PTR(string), bytes, len) == 0;
}

const sdk_name_t *sdk_name(const char *bytes, size_t len)
{
    sdk_name_t *name = place_of(bytes, len);
    if (sdk_string_is(name->string, bytes, len))
        return name;
    name->string = rb_enc_interned_str(bytes, (long)len, rb_utf8_encoding());
    name->kind = kind_of(bytes);
    return name;
}
