/* SPDX-License-Identifier: Apache-2.0 */
/* door_value.h: reads one word of a directive into a number. Pure. */

#ifndef DOOR_VALUE_H
#define DOOR_VALUE_H

#include <stdint.h>

enum door_value_kind {
    DOOR_NUMBER, /* decimal digits */
    DOOR_COUNT,  /* the same, or off: 0 */
    DOOR_SPAN,   /* a duration: ms, s (or nothing), mi or min, h */
    DOOR_LIMIT,  /* the same, or off: 0 */
    DOOR_SIZE,   /* bytes, with K, M or G behind them or nothing */
    DOOR_ROOM,   /* the same above 0, or off: 0 */
    DOOR_FLAG,   /* on or off */
    DOOR_RELOAD, /* wait, rolling or off */
    DOOR_MODE    /* loop or cgi */
};

/* Returns 0 with *value set (durations in milliseconds), or -1 if the word is
 * no such value or not within min…max. */
int door_value_read(enum door_value_kind kind, const char *word, uint64_t min,
                    uint64_t max, uint64_t *value);

#endif /* DOOR_VALUE_H */
