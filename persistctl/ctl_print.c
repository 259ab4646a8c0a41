/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_print.c: passes newlines and printable UTF-8, replaces the rest. */

#include "ctl_print.h"

#include <stdint.h>

/* Returns the length of a character with this first byte; 0: invalid. */
static size_t length_of(unsigned char first)
{
    if (first < 0x80)
        return 1;
    if (first >= 0xc2 && first < 0xe0)
        return 2;
    if (first >= 0xe0 && first < 0xf0)
        return 3;
    return first >= 0xf0 && first < 0xf5 ? 4 : 0;
}

/* Returns the code point, or -1 if the following bytes don't continue it. */
static int32_t decode(const unsigned char *bytes, size_t length)
{
    static const unsigned char bits[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    int32_t code = bytes[0] & bits[length];
    for (size_t i = 1; i < length; i++) {
        if ((bytes[i] & 0xc0) != 0x80)
            return -1;
        code = code << 6 | (bytes[i] & 0x3f);
    }
    return code;
}

/* Rejects overlong forms, surrogates and control characters; also those that
 * change the direction of writing, because they can hide what a line says. */
static int is_printable(int32_t code, size_t length)
{
    static const int32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    return code >= least[length] && code <= 0x10ffff && code >= ' ' &&
           !(code >= 0x7f && code < 0xa0) &&
           !(code >= 0xd800 && code < 0xe000) &&
           !(code >= 0x2028 && code <= 0x202e) &&
           !(code >= 0x2066 && code <= 0x2069);
}

void ctl_print(FILE *out, const char *text, size_t len)
{
    const unsigned char *bytes = (const unsigned char *)text;
    for (size_t at = 0; at < len;) {
        size_t length = length_of(bytes[at]);
        if (bytes[at] == '\n' ||
            (length > 0 && length <= len - at &&
             is_printable(decode(bytes + at, length), length))) {
            fwrite(bytes + at, 1, length, out);
            at += length;
        } else {
            fputc('?', out);
            at++;
        }
    }
}

void ctl_print_json(FILE *out, const char *name, const char *text, size_t len)
{
    if (name)
        fprintf(out, "\"%s\":", name);
    fputc('"', out);
    for (size_t i = 0; i < len; i++) {
        unsigned char byte = (unsigned char)text[i];
        if (byte == '"' || byte == '\\')
            fprintf(out, "\\%c", byte);
        else if (byte < ' ' || byte == 0x7f)
            fprintf(out, "\\u%04x", byte);
        else
            fputc(byte, out);
    }
    fputc('"', out);
}
