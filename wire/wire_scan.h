/* SPDX-License-Identifier: Apache-2.0 */
/* wire_scan.h: one pass over a frame that turns msgpack into flat values,
 * without allocation; knows the form of a message but no kind. */

#ifndef WIRE_SCAN_H
#define WIRE_SCAN_H

#include "wire_error.h"
#include "wire_frame.h"
#include "wire_limits.h"

/* First values of a frame that are kept; what comes behind is checked too, but
 * no message of this version has so many. */
#define WIRE_SCAN_VALUES 24

typedef enum wire_value_type {
    WIRE_VALUE_NUMBER,   /* integer from 0, or a boolean */
    WIRE_VALUE_NEGATIVE, /* integer below 0 */
    WIRE_VALUE_BYTES,    /* str or bin */
    WIRE_VALUE_LIST,     /* array of bytes */
    WIRE_VALUE_MIXED,    /* array that holds integers too */
    WIRE_VALUE_FRAME     /* the outermost array itself; never given out */
} wire_value_type_t;

/* Without a union, which compilers put together in memory by parts and then
 * read as a whole: a processor waits for that. */
typedef struct wire_value {
    wire_value_type_t type;
    uint64_t number;  /* or how many bytes or elements there are */
    const void *data; /* the first of these; not of a number */
} wire_value_t;

/* Reads one frame without its prefix. Bytes values point into it, lists into
 * elements, which need not be initialised.
 * Returns the number of values kept (0 for an empty array), or
 * WIRE_ERR_MSGPACK, _EXCESS, _TYPE (map, nil, float, ext; no array at all),
 * _NESTING or _ELEMENTS. */
int wire_scan(wire_bytes_t frame, wire_value_t values[WIRE_SCAN_VALUES],
              wire_bytes_t elements[WIRE_ELEMENTS_MAX]);

#endif /* WIRE_SCAN_H */
