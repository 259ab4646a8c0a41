/* SPDX-License-Identifier: Apache-2.0 */
/* vectors.h: the golden vectors of wire/vectors/, compiled into the program. */

#ifndef CONFORM_VECTORS_H
#define CONFORM_VECTORS_H

#include "wire_message.h"

#define VECTORS_KINDS_MAX 4
/* The largest one is a frame of 2 MiB. */
#define VECTORS_BYTES_MAX (WIRE_FRAME_MAX + 1024u)

typedef struct vector {
    const char *name;
    uint8_t *bytes; /* valid until the next vector is taken */
    size_t len;
    wire_kind_t kinds[VECTORS_KINDS_MAX]; /* of its whole, valid frames */
    int count;                            /* of kinds */
    int refused;                          /* a frame to refuse follows */
    int incomplete;                       /* a part of a frame follows */
} vector_t;

/* Reads the next vector. Set *place to 0 before the first call. Returns 0 at
 * the end. */
int vectors_next(size_t *place, vector_t *vector);

#endif /* CONFORM_VECTORS_H */
