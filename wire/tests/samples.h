/* SPDX-License-Identifier: Apache-2.0 */
/* samples.h: makes messages of every kind from the table of fields, and has an
 * encoder that checks nothing, for frames that the codec refuses to make. */

#ifndef WIRE_TESTS_SAMPLES_H
#define WIRE_TESTS_SAMPLES_H

#include "wire_fields.h"

#include <msgpack/pack.h>
#include <string.h>

#define SAMPLES_KINDS                                                          \
    128 /* kinds to try: all that exist, and some that do not                  \
         */

/* Large enough for a structure of any kind, and aligned for it. */
typedef struct sample {
    _Alignas(16) char fields[512];
} sample_t;

static uint8_t sample_memory[WIRE_FRAME_MAX + 1];

/* Returns n bytes; another n gives other bytes. */
static inline wire_bytes_t sample_bytes(uint64_t n)
{
    for (size_t i = 0; sample_memory[0] == 0 && i < sizeof(sample_memory); i++)
        sample_memory[i] = (uint8_t)(i * 7 + (i >> 8) + 1);
    return (wire_bytes_t){sample_memory + (n % 7), (size_t)n};
}

static inline const wire_field_t *sample_field(wire_kind_t kind,
                                               const char *name)
{
    const wire_fields_t *fields = wire_fields_of(kind);
    for (size_t i = 0; i < fields->count; i++) {
        if (strcmp(fields->rows[i].name, name) == 0)
            return &fields->rows[i];
    }
    return NULL;
}

/* Sets a number, a length in bytes or a count of items. */
static inline void sample_set(sample_t *sample, const wire_field_t *row,
                              uint64_t value)
{
    static wire_bytes_t items[WIRE_ELEMENTS_MAX + 1];
    void *field = sample->fields + row->offset;
    switch (row->type) {
    case WIRE_FIELD_NUMBER:
        *(uint64_t *)field = value;
        break;
    case WIRE_FIELD_BYTES:
    case WIRE_FIELD_PAYLOAD:
        *(wire_bytes_t *)field = sample_bytes(value);
        break;
    default:
        for (size_t i = 0; i < value; i++)
            items[i] = sample_bytes(i % 300);
        *(wire_list_t *)field = (wire_list_t){items, (size_t)value};
    }
}

/* Sets every field to its low limit, or to its high one. */
static inline void sample_fill(sample_t *sample, wire_kind_t kind, int high)
{
    const wire_fields_t *fields = wire_fields_of(kind);
    for (size_t i = 0; i < fields->count; i++) {
        const wire_field_t *row = &fields->rows[i];
        int is_list = row->type >= WIRE_FIELD_LIST;
        uint64_t top = is_list ? 400 : row->high;
        sample_set(sample, row, high ? top : row->low);
    }
}

static inline void sample_pack(msgpack_packer *packer, const wire_field_t *row,
                               const void *field)
{
    if (row->type == WIRE_FIELD_NUMBER) {
        msgpack_pack_uint64(packer, *(const uint64_t *)field);
    } else if (row->type < WIRE_FIELD_LIST) {
        const wire_bytes_t *bytes = field;
        msgpack_pack_bin(packer, bytes->len);
        if (bytes->len > 0)
            msgpack_pack_bin_body(packer, bytes->data, bytes->len);
    } else {
        const wire_list_t *list = field;
        msgpack_pack_array(packer, list->count);
        for (size_t i = 0; i < list->count; i++) {
            wire_field_t item = {.type = WIRE_FIELD_BYTES};
            sample_pack(packer, &item, &list->items[i]);
        }
    }
}

/* Encodes the frame without its prefix, and checks no limit. */
static inline wire_bytes_t sample_frame(msgpack_sbuffer *out, wire_kind_t kind,
                                        const sample_t *sample)
{
    const wire_fields_t *fields = wire_fields_of(kind);
    msgpack_packer packer;
    msgpack_packer_init(&packer, out, msgpack_sbuffer_write);
    out->size = 0;
    msgpack_pack_array(&packer, fields->count + 1);
    msgpack_pack_uint64(&packer, kind);
    for (size_t i = 0; i < fields->count; i++)
        sample_pack(&packer, &fields->rows[i],
                    sample->fields + fields->rows[i].offset);
    return (wire_bytes_t){(const uint8_t *)out->data, out->size};
}

#endif /* WIRE_TESTS_SAMPLES_H */
