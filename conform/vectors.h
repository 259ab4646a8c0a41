/* SPDX-License-Identifier: Apache-2.0 */
/* vectors.h: the golden vectors of wire/vectors/, which are compiled in. */

#ifndef CONFORM_VECTORS_H
#define CONFORM_VECTORS_H

#include "wire_message.h"

#define VECTORS_KINDS_MAX 4
/* The largest one is a frame of 2 MiB. */
#define VECTORS_BYTES_MAX (WIRE_FRAME_MAX + 1024u)

typedef struct vector {
    const char *name;
    uint8_t *bytes; /* in a buffer that the next one overwrites */
    size_t len;
    wire_kind_t kinds[VECTORS_KINDS_MAX]; /* of its whole, good frames */
    int count;                            /* of them */
    int refused;                          /* then comes a bad one */
    int incomplete;                       /* then comes a part of one */
} vector_t;

/* Takes the next one; *place is 0 for the first. Returns 0 at the end. */
int vectors_next(size_t *place, vector_t *vector);

#endif /* CONFORM_VECTORS_H */
