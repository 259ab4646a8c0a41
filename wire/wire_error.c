/* SPDX-License-Identifier: Apache-2.0 */
/* wire_error.c: the text of each wire_error_t, for log lines. */

#include "wire_error.h"

const char *wire_error_text(int error)
{
    switch (error) {
    case WIRE_OK:
        return "no error";
    case WIRE_ERR_PREFIX:
        return "frame does not begin with 0xce";
    case WIRE_ERR_LENGTH:
        return "frame length is 0 or beyond the limit";
    case WIRE_ERR_MSGPACK:
        return "frame is not whole, valid msgpack";
    case WIRE_ERR_EXCESS:
        return "frame holds bytes behind its array";
    case WIRE_ERR_TYPE:
        return "value of a type that does not belong there";
    case WIRE_ERR_NESTING:
        return "arrays nest too deep";
    case WIRE_ERR_ELEMENTS:
        return "too many elements";
    case WIRE_ERR_KIND:
        return "unknown kind of message";
    case WIRE_ERR_FIELDS:
        return "message lacks fields";
    case WIRE_ERR_RANGE:
        return "value or length out of range";
    case WIRE_ERR_PAIRS:
        return "odd number of names and values";
    case WIRE_ERR_MEMORY:
        return "out of memory";
    default:
        return "unknown error";
    }
}
