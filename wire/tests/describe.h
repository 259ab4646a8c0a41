/* SPDX-License-Identifier: Apache-2.0 */
/* describe.h: prints a decoded message as lines of wire/vectors/README.md. */

#ifndef WIRE_TESTS_DESCRIBE_H
#define WIRE_TESTS_DESCRIBE_H

#include "wire_fields.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* A longer run of equal bytes is shown by its count. */
#define DESCRIBE_LONG 1024

static inline void describe_bytes(FILE *text, const wire_bytes_t *bytes)
{
    if (bytes->len > 0)
        fputc(' ', text);
    for (size_t i = 0; i < bytes->len; i++) {
        uint8_t byte = bytes->data[i];
        if (byte > 0x20 && byte < 0x7f && byte != '%' && byte != '+')
            fputc(byte, text);
        else
            fprintf(text, "%%%02X", byte);
    }
    fputc('\n', text);
}

static inline void describe_bytes_field(FILE *text, const char *name,
                                        const wire_bytes_t *bytes)
{
    const uint8_t *data = bytes->data;
    if (bytes->len > DESCRIBE_LONG &&
        memcmp(data, data + 1, bytes->len - 1) == 0) {
        fprintf(text, "repeat %s %zu", name, bytes->len);
        describe_bytes(text, &(wire_bytes_t){data, 1});
    } else {
        fprintf(text, "bytes %s", name);
        describe_bytes(text, bytes);
    }
}

static inline void describe_list(FILE *text, const char *name,
                                 const wire_list_t *list)
{
    fprintf(text, "list %s %zu\n", name, list->count);
    for (size_t i = 0; i < list->count; i++) {
        fputs("item", text);
        describe_bytes(text, &list->items[i]);
    }
}

static inline void describe_field(FILE *text, const wire_field_t *row,
                                  const void *field)
{
    switch (row->type) {
    case WIRE_FIELD_NUMBER:
        fprintf(text, "number %s %" PRIu64 "\n", row->name,
                *(const uint64_t *)field);
        break;
    case WIRE_FIELD_BYTES:
    case WIRE_FIELD_PAYLOAD:
        describe_bytes_field(text, row->name, field);
        break;
    default:
        describe_list(text, row->name, field);
    }
}

static inline void describe_message(FILE *text, const wire_message_t *message)
{
    const wire_fields_t *fields = wire_fields_of(message->kind);
    fprintf(text, "message %s %d\n", fields->name, (int)message->kind);
    for (size_t i = 0; i < fields->count; i++)
        describe_field(text, &fields->rows[i],
                       (const char *)&message->as + fields->rows[i].offset);
}

#endif /* WIRE_TESTS_DESCRIBE_H */
