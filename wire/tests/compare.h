/* SPDX-License-Identifier: Apache-2.0 */
/* compare.h: checks that two structures of one kind are the same message, for
 * tests and fuzz targets. */

#ifndef WIRE_TESTS_COMPARE_H
#define WIRE_TESTS_COMPARE_H

#include "wire_fields.h"

#include <string.h>

static inline int compare_bytes(const wire_bytes_t *a, const wire_bytes_t *b)
{
    return a->len == b->len &&
           (a->len == 0 || memcmp(a->data, b->data, a->len) == 0);
}

static inline int compare_lists(const wire_list_t *a, const wire_list_t *b)
{
    if (a->count != b->count)
        return 0;
    for (size_t i = 0; i < a->count; i++) {
        if (!compare_bytes(&a->items[i], &b->items[i]))
            return 0;
    }
    return 1;
}

static inline int compare_field(const wire_field_t *row, const void *a,
                                const void *b)
{
    switch (row->type) {
    case WIRE_FIELD_NUMBER:
        return *(const uint64_t *)a == *(const uint64_t *)b;
    case WIRE_FIELD_BYTES:
    case WIRE_FIELD_PAYLOAD:
        return compare_bytes(a, b);
    default:
        return compare_lists(a, b);
    }
}

/* Returns 1 when all fields are equal. */
static inline int compare_messages(wire_kind_t kind, const void *a,
                                   const void *b)
{
    const wire_fields_t *fields = wire_fields_of(kind);
    for (size_t i = 0; i < fields->count; i++) {
        size_t offset = fields->rows[i].offset;
        if (!compare_field(&fields->rows[i], (const char *)a + offset,
                           (const char *)b + offset))
            return 0;
    }
    return 1;
}

#endif /* WIRE_TESTS_COMPARE_H */
