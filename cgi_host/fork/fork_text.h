/* SPDX-License-Identifier: Apache-2.0 */
/* fork_text.h: strings without the C library, for the reason that
 * fork_system.h gives. */

#ifndef FORK_TEXT_H
#define FORK_TEXT_H

#include <stddef.h>

static inline size_t fork_text_len(const char *text)
{
    size_t len = 0;
    while (text[len])
        len++;
    return len;
}

static inline int fork_text_same(const char *a, const char *b)
{
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

/* Compares the names of two variables: all before '='. */
static inline int fork_text_same_name(const char *a, const char *b)
{
    while (*a && *a != '=' && *a == *b) {
        a++;
        b++;
    }
    return (*a == '=' || !*a) && (*b == '=' || !*b);
}

/* Returns the number at the begin of a text, or -1. */
static inline long fork_text_number(const char *text)
{
    long number = -1;
    for (; *text >= '0' && *text <= '9' && number < 1000000000; text++)
        number = (number < 0 ? 0 : number * 10) + (*text - '0');
    return number;
}

/* Reads a number in hexadecimal or decimal. Returns what is behind it and the
 * character that follows. */
static inline const char *fork_text_take_number(const char *at, unsigned base,
                                                unsigned long *number)
{
    *number = 0;
    for (;; at++) {
        unsigned digit = (unsigned)*at - '0';
        if (digit > 9)
            digit = (unsigned)*at - 'a' + 10;
        if (digit >= base)
            return *at ? at + 1 : at;
        *number = *number * base + digit;
    }
}

/* Returns how many strings, each with its NUL, a block has. */
static inline size_t fork_text_count(const char *block, size_t len)
{
    size_t count = 0;
    for (size_t i = 0; i < len; i++)
        count += !block[i];
    return count;
}

#endif /* FORK_TEXT_H */
