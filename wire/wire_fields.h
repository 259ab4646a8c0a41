/* SPDX-License-Identifier: Apache-2.0 */
/* wire_fields.h: the fields of each kind of message, as data. The codec and the
 * programs that read the vectors all work from this one table. */

#ifndef WIRE_FIELDS_H
#define WIRE_FIELDS_H

#include "wire_message.h"

typedef enum wire_field_type {
    WIRE_FIELD_NUMBER,
    WIRE_FIELD_BYTES,
    WIRE_FIELD_PAYLOAD, /* bytes that wire_encode() can leave out */
    WIRE_FIELD_LIST,
    WIRE_FIELD_PAIRS /* a list of an even count */
} wire_field_type_t;

typedef struct wire_field {
    const char *name;
    size_t offset; /* in the kind's structure */
    wire_field_type_t type;
    uint64_t low, high; /* of a number, or of a length in bytes */
} wire_field_t;

typedef struct wire_fields {
    const char *name; /* of the kind */
    const wire_field_t *rows;
    size_t count;
} wire_fields_t;

/* NULL if there is no such kind. */
const wire_fields_t *wire_fields_of(uint64_t kind);

#endif /* WIRE_FIELDS_H */
