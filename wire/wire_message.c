/* SPDX-License-Identifier: Apache-2.0 */
/* wire_message.c: one encoder and one decoder for all messages, driven by the
 * table in wire_fields.c. */

#include "wire_message.h"

#include "wire_fields.h"
#include "wire_scan.h"

#include <msgpack/pack.h>

/* ---- decoding ---- */

static int take_number(const wire_value_t *value, const wire_field_t *row,
                       uint64_t *number)
{
    if (value->type == WIRE_VALUE_NEGATIVE)
        return WIRE_ERR_RANGE;
    if (value->type != WIRE_VALUE_NUMBER)
        return WIRE_ERR_TYPE;
    if (value->number < row->low || value->number > row->high)
        return WIRE_ERR_RANGE;
    *number = value->number;
    return WIRE_OK;
}

static int take_bytes(const wire_value_t *value, const wire_field_t *row,
                      wire_bytes_t *bytes)
{
    if (value->type != WIRE_VALUE_BYTES)
        return WIRE_ERR_TYPE;
    if (value->number < row->low || value->number > row->high)
        return WIRE_ERR_RANGE;
    *bytes = (wire_bytes_t){value->data, (size_t)value->number};
    return WIRE_OK;
}

static int take_list(const wire_value_t *value, const wire_field_t *row,
                     wire_list_t *list)
{
    if (value->type != WIRE_VALUE_LIST)
        return WIRE_ERR_TYPE;
    if (row->type == WIRE_FIELD_PAIRS && value->number % 2 != 0)
        return WIRE_ERR_PAIRS;
    list->items = value->data;
    list->count = (size_t)value->number;
    return WIRE_OK;
}

static int take_field(const wire_value_t *value, const wire_field_t *row,
                      void *fields)
{
    void *field = (char *)fields + row->offset;
    switch (row->type) {
    case WIRE_FIELD_NUMBER:
        return take_number(value, row, field);
    case WIRE_FIELD_BYTES:
    case WIRE_FIELD_PAYLOAD:
        return take_bytes(value, row, field);
    default:
        return take_list(value, row, field);
    }
}

/* The first value is the kind. */
static int take_kind(const wire_value_t *values, int count,
                     const wire_fields_t **pfields)
{
    if (count == 0 || values[0].type == WIRE_VALUE_NEGATIVE)
        return WIRE_ERR_KIND;
    if (values[0].type != WIRE_VALUE_NUMBER)
        return WIRE_ERR_TYPE;
    const wire_fields_t *fields = wire_fields_of(values[0].number);
    if (!fields)
        return WIRE_ERR_KIND;
    if ((size_t)count - 1 < fields->count)
        return WIRE_ERR_FIELDS;
    *pfields = fields;
    return WIRE_OK;
}

int wire_decode(wire_bytes_t frame, wire_message_t *message)
{
    wire_value_t values[WIRE_SCAN_VALUES];
    int count = wire_scan(frame, values, message->elements);
    if (count < 0)
        return count;
    const wire_fields_t *fields;
    int error = take_kind(values, count, &fields);
    if (error)
        return error;
    message->kind = (wire_kind_t)values[0].number;
    for (size_t i = 0; i < fields->count && !error; i++)
        error = take_field(&values[i + 1], &fields->rows[i], &message->as);
    return error;
}

/* ---- encoding ---- */

/* A frame that is being built at the end of out. */
typedef struct draft {
    msgpack_sbuffer *out;
    msgpack_packer packer;
    size_t start;    /* offset of the prefix in out */
    size_t elements; /* of all arrays */
    int splits;      /* whether the payload is left out */
    size_t left_out; /* length of the payload that was left out */
    size_t split;    /* where it belongs in out; 0: no payload yet */
} draft_t;

static size_t draft_size(const draft_t *draft)
{
    return draft->out->size - draft->start + draft->left_out;
}

static int put_number(draft_t *draft, const wire_field_t *row, uint64_t number)
{
    if (number < row->low || number > row->high)
        return WIRE_ERR_RANGE;
    if (msgpack_pack_uint64(&draft->packer, number) != 0)
        return WIRE_ERR_MEMORY;
    return WIRE_OK;
}

/* Appends the bytes as bin. Checks the room in the frame before any copy. */
static int put_bytes(draft_t *draft, wire_bytes_t bytes)
{
    if (bytes.len > WIRE_FRAME_MAX || draft_size(draft) > WIRE_FRAME_MAX)
        return WIRE_ERR_LENGTH;
    if (msgpack_pack_bin(&draft->packer, bytes.len) != 0)
        return WIRE_ERR_MEMORY;
    if (bytes.len > 0 &&
        msgpack_pack_bin_body(&draft->packer, bytes.data, bytes.len) != 0)
        return WIRE_ERR_MEMORY;
    return WIRE_OK;
}

static int put_field_bytes(draft_t *draft, const wire_field_t *row,
                           const wire_bytes_t *bytes)
{
    if (bytes->len < row->low || bytes->len > row->high)
        return WIRE_ERR_RANGE;
    if (row->type != WIRE_FIELD_PAYLOAD || !draft->splits)
        return put_bytes(draft, *bytes);
    if (msgpack_pack_bin(&draft->packer, bytes->len) != 0)
        return WIRE_ERR_MEMORY;
    draft->split = draft->out->size;
    draft->left_out = bytes->len;
    return WIRE_OK;
}

static int put_list(draft_t *draft, const wire_field_t *row,
                    const wire_list_t *list)
{
    if (row->type == WIRE_FIELD_PAIRS && list->count % 2 != 0)
        return WIRE_ERR_PAIRS;
    if (list->count > WIRE_ELEMENTS_MAX - draft->elements)
        return WIRE_ERR_ELEMENTS;
    draft->elements += list->count;
    if (msgpack_pack_array(&draft->packer, list->count) != 0)
        return WIRE_ERR_MEMORY;
    int error = WIRE_OK;
    for (size_t i = 0; i < list->count && !error; i++)
        error = put_bytes(draft, list->items[i]);
    return error;
}

static int put_field(draft_t *draft, const wire_field_t *row,
                     const void *fields)
{
    const void *field = (const char *)fields + row->offset;
    switch (row->type) {
    case WIRE_FIELD_NUMBER:
        return put_number(draft, row, *(const uint64_t *)field);
    case WIRE_FIELD_BYTES:
    case WIRE_FIELD_PAYLOAD:
        return put_field_bytes(draft, row, field);
    default:
        return put_list(draft, row, field);
    }
}

/* Appends the prefix, with a length of 0, and the whole array. */
static int put_message(draft_t *draft, wire_kind_t kind,
                       const wire_fields_t *table, const void *fields)
{
    static const char room[WIRE_PREFIX_LEN] = {(char)0xce};
    draft->elements = 1 + table->count;
    if (msgpack_sbuffer_write(draft->out, room, sizeof(room)) != 0 ||
        msgpack_pack_array(&draft->packer, draft->elements) != 0 ||
        msgpack_pack_uint64(&draft->packer, (uint64_t)kind) != 0)
        return WIRE_ERR_MEMORY;
    int error = WIRE_OK;
    for (size_t i = 0; i < table->count && !error; i++)
        error = put_field(draft, &table->rows[i], fields);
    return error;
}

/* Writes the length into the prefix, now that it is known. */
static int put_length(const draft_t *draft)
{
    size_t length = draft_size(draft) - WIRE_PREFIX_LEN;
    if (length > WIRE_FRAME_MAX)
        return WIRE_ERR_LENGTH;
    uint8_t *prefix = (uint8_t *)draft->out->data + draft->start;
    prefix[1] = (uint8_t)(length >> 24);
    prefix[2] = (uint8_t)(length >> 16);
    prefix[3] = (uint8_t)(length >> 8);
    prefix[4] = (uint8_t)length;
    return WIRE_OK;
}

int wire_encode(msgpack_sbuffer *out, wire_kind_t kind, const void *fields,
                size_t *split)
{
    const wire_fields_t *table = wire_fields_of((uint64_t)kind);
    if (!table)
        return WIRE_ERR_KIND;
    draft_t draft = {.out = out, .start = out->size, .splits = split != NULL};
    msgpack_packer_init(&draft.packer, out, msgpack_sbuffer_write);
    int error = put_message(&draft, kind, table, fields);
    if (!error)
        error = put_length(&draft);
    if (error) {
        out->size = draft.start;
        return error;
    }
    if (split)
        *split = draft.split > 0 ? draft.split : out->size;
    return WIRE_OK;
}

const char *wire_kind_name(wire_kind_t kind)
{
    const wire_fields_t *table = wire_fields_of((uint64_t)kind);
    return table ? table->name : "unknown";
}
