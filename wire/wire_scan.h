/* SPDX-License-Identifier: Apache-2.0 */
/* wire_scan.h: turns the msgpack of a frame into flat values, in one pass and
 * without allocation. It knows the form of a message, but no kinds. */

#ifndef WIRE_SCAN_H
#define WIRE_SCAN_H

#include "wire_error.h"
#include "wire_frame.h"
#include "wire_limits.h"

/* How many of a frame's first values are kept. Later ones are only checked; no
 * message of this version has so many. */
#define WIRE_SCAN_VALUES 24

typedef enum wire_value_type {
    WIRE_VALUE_NUMBER,   /* integer from 0, or a boolean */
    WIRE_VALUE_NEGATIVE, /* integer below 0 */
    WIRE_VALUE_BYTES,    /* str or bin */
    WIRE_VALUE_LIST,     /* array of bytes */
    WIRE_VALUE_MIXED,    /* array that holds integers too */
    WIRE_VALUE_FRAME     /* the outermost array itself; never given out */
} wire_value_type_t;

/* Not a union: compilers would write its parts to memory and then read it as a
 * whole, which stalls the processor (store forwarding fails). */
typedef struct wire_value {
    wire_value_type_t type;
    uint64_t number;  /* or the count of bytes or elements */
    const void *data; /* the first byte or element; unset for a number */
} wire_value_t;

/* Reads one frame without its prefix. Bytes point into the frame, lists into
 * elements, which need not be initialised.
 * Returns the number of values kept (0 for an empty array), or
 * WIRE_ERR_MSGPACK, _EXCESS, _TYPE (map, nil, float, ext; no array at all),
 * _NESTING or _ELEMENTS. */
int wire_scan(wire_bytes_t frame, wire_value_t values[WIRE_SCAN_VALUES],
              wire_bytes_t elements[WIRE_ELEMENTS_MAX]);

#endif /* WIRE_SCAN_H */
