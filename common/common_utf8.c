/* SPDX-License-Identifier: Apache-2.0 */
/* common_utf8.c: which bytes are a character that may be shown. */

#include "common_utf8.h"

static int is_tail(const char *text, size_t len, size_t at)
{
    return at < len && ((unsigned char)text[at] & 0xc0) == 0x80;
}

size_t common_utf8_length(const char *text, size_t len)
{
    unsigned char first = (unsigned char)text[0];
    unsigned char second = len > 1 ? (unsigned char)text[1] : 0;
    if (first < 0x80)
        return 1;
    if (first >= 0xc2 && first <= 0xdf)
        return is_tail(text, len, 1) && !(first == 0xc2 && second < 0xa0) ? 2
                                                                          : 0;
    if ((first & 0xf0) == 0xe0) {
        if ((first == 0xe0 && second < 0xa0) ||
            (first == 0xed && second > 0x9f))
            return 0;
        return is_tail(text, len, 1) && is_tail(text, len, 2) ? 3 : 0;
    }
    if (first < 0xf0 || first > 0xf4 || (first == 0xf0 && second < 0x90) ||
        (first == 0xf4 && second > 0x8f))
        return 0;
    return is_tail(text, len, 1) && is_tail(text, len, 2) &&
                   is_tail(text, len, 3)
               ? 4
               : 0;
}
