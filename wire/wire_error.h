/* SPDX-License-Identifier: Apache-2.0 */
/* wire_error.h: the errors of the codec: what can be wrong with bytes that came
 * from a peer. */

#ifndef WIRE_ERROR_H
#define WIRE_ERROR_H

/* Every decoding and encoding function returns 0 (or a positive count) on
 * success and one of these on failure. */
typedef enum wire_error {
    WIRE_OK = 0,
    WIRE_ERR_PREFIX = -1,   /* the first byte of a frame is not 0xce */
    WIRE_ERR_LENGTH = -2,   /* declared length is 0 or above WIRE_FRAME_MAX */
    WIRE_ERR_MSGPACK = -3,  /* not msgpack, or cut short inside the frame */
    WIRE_ERR_EXCESS = -4,   /* bytes left over after the array */
    WIRE_ERR_TYPE = -5,     /* map, nil, float, ext, or the wrong type */
    WIRE_ERR_NESTING = -6,  /* arrays nest deeper than WIRE_NESTING_MAX */
    WIRE_ERR_ELEMENTS = -7, /* more elements than WIRE_ELEMENTS_MAX */
    WIRE_ERR_KIND = -8,     /* the first element names no known message */
    WIRE_ERR_FIELDS = -9,   /* fewer fields than the message has */
    WIRE_ERR_RANGE = -10,   /* an integer or a length beyond its limit */
    WIRE_ERR_PAIRS = -11,   /* a name/value list with an odd count */
    WIRE_ERR_MEMORY = -12   /* no memory; the peer is not at fault */
} wire_error_t;

/* A sentence fragment in English for a log line; never NULL, not even for a
 * value that is no wire_error_t. */
const char *wire_error_text(int error);

#endif /* WIRE_ERROR_H */
