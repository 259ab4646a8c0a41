/* SPDX-License-Identifier: Apache-2.0 */
/* wire_scan.c: msgpack-c's own parser template, with callbacks that allocate
 * nothing. The library's ready-made unpacker reserves memory for any count that
 * a header declares; here the callback of an array checks the count first. */

#include "wire_scan.h"

typedef struct scan_user {
    const wire_bytes_t *frame;
    wire_value_t *values;
    wire_bytes_t *elements;
    size_t declared; /* elements of all arrays so far, as their headers say */
    size_t kept;     /* values stored */
    size_t used;     /* elements stored; never above declared */
    int inside;      /* the outermost array has begun */
} scan_user_t;

static wire_value_t scan_callback_root(scan_user_t *user)
{
    (void)user;
    return (wire_value_t){.type = WIRE_VALUE_NUMBER};
}

static int scan_number(wire_value_t *value, uint64_t number)
{
    value->type = WIRE_VALUE_NUMBER;
    value->number = number;
    return 0;
}

static int scan_signed(wire_value_t *value, int64_t number)
{
    if (number >= 0)
        return scan_number(value, (uint64_t)number);
    value->type = WIRE_VALUE_NEGATIVE;
    return 0;
}

/* The parser sets at only if length is not 0. */
static int scan_bytes(wire_value_t *value, const char *base, const char *at,
                      size_t length)
{
    value->type = WIRE_VALUE_BYTES;
    value->number = length;
    value->data = length > 0 ? at : base;
    return 0;
}

/* Each element takes at least one byte, and the outermost header one more. So
 * an array that can't fit into the frame is refused before any of it is
 * read. */
static int scan_callback_array(scan_user_t *user, size_t count,
                               wire_value_t *value)
{
    if (count > WIRE_ELEMENTS_MAX - user->declared)
        return WIRE_ERR_ELEMENTS;
    user->declared += count;
    if (user->declared >= user->frame->len)
        return WIRE_ERR_MSGPACK;
    value->type = user->inside ? WIRE_VALUE_LIST : WIRE_VALUE_FRAME;
    value->number = 0;
    value->data = user->elements + user->used;
    user->inside = 1;
    return 0;
}

static int scan_callback_array_item(scan_user_t *user, wire_value_t *array,
                                    wire_value_t item)
{
    if (array->type == WIRE_VALUE_FRAME) {
        if (user->kept < WIRE_SCAN_VALUES)
            user->values[user->kept++] = item;
    } else if (item.type == WIRE_VALUE_BYTES) {
        user->elements[user->used++] =
            (wire_bytes_t){item.data, (size_t)item.number};
        array->number++;
    } else {
        array->type = WIRE_VALUE_MIXED;
    }
    return 0;
}

/* The names that the template calls. The last two make it return our errors.
 * Its stack holds as many arrays as may nest, so "no memory" means that they
 * nest too deep. */
#define scan_callback_uint8(user, n, value) scan_number(value, n)
#define scan_callback_uint16(user, n, value) scan_number(value, n)
#define scan_callback_uint32(user, n, value) scan_number(value, n)
#define scan_callback_uint64(user, n, value) scan_number(value, n)
#define scan_callback_int8(user, n, value) scan_signed(value, n)
#define scan_callback_int16(user, n, value) scan_signed(value, n)
#define scan_callback_int32(user, n, value) scan_signed(value, n)
#define scan_callback_int64(user, n, value) scan_signed(value, n)
#define scan_callback_true(user, value) scan_number(value, 1)
#define scan_callback_false(user, value) scan_number(value, 0)
#define scan_callback_str(user, base, at, n, value)                            \
    scan_bytes(value, base, at, n)
#define scan_callback_bin(user, base, at, n, value)                            \
    scan_bytes(value, base, at, n)
#define scan_callback_nil(user, value) WIRE_ERR_TYPE
#define scan_callback_float(user, n, value) WIRE_ERR_TYPE
#define scan_callback_double(user, n, value) WIRE_ERR_TYPE
#define scan_callback_ext(user, base, at, n, value) WIRE_ERR_TYPE
#define scan_callback_map(user, n, value) WIRE_ERR_TYPE
#define scan_callback_map_item(user, map, key, value) WIRE_ERR_TYPE
#define MSGPACK_UNPACK_PARSE_ERROR WIRE_ERR_MSGPACK
#define MSGPACK_UNPACK_NOMEM_ERROR WIRE_ERR_NESTING

#define MSGPACK_EMBED_STACK_SIZE WIRE_NESTING_MAX
#include <msgpack/unpack_define.h>

#define msgpack_unpack_struct(name) struct scan##name
#define msgpack_unpack_func(type, name) static inline type scan##name
#define msgpack_unpack_callback(name) scan_callback##name
#define msgpack_unpack_object wire_value_t
#define msgpack_unpack_user scan_user_t

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wimplicit-fallthrough"
#pragma GCC diagnostic ignored "-Wunused-function"
#include <msgpack/unpack_template.h>
#pragma GCC diagnostic pop

int wire_scan(wire_bytes_t frame, wire_value_t values[WIRE_SCAN_VALUES],
              wire_bytes_t elements[WIRE_ELEMENTS_MAX])
{
    if (frame.len == 0)
        return WIRE_ERR_MSGPACK;
    struct scan_context context; /* scan_init() sets what is read */
    context.user =
        (scan_user_t){.frame = &frame, .values = values, .elements = elements};
    scan_init(&context);
    size_t offset = 0;
    int done =
        scan_execute(&context, (const char *)frame.data, frame.len, &offset);
    if (done < 0)
        return done;
    if (done == 0)
        return WIRE_ERR_MSGPACK;
    if (!context.user.inside)
        return WIRE_ERR_TYPE;
    return offset < frame.len ? WIRE_ERR_EXCESS : (int)context.user.kept;
}
