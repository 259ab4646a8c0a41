/* SPDX-License-Identifier: Apache-2.0 */
/* escape.c: escapes for the error log, for JSON and for labels of metrics. */

#include "base/escape.h"
#include "common_utf8.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define REPLACEMENT "\xef\xbf\xbd" /* U+FFFD */

static size_t put(char *out, const char *bytes, size_t len)
{
    memcpy(out, bytes, len);
    return len;
}

/* The letter that follows the backslash for a control character; NUL: none. */
static char short_form(unsigned char byte)
{
    static const char bytes[] = "\b\f\n\r\t\v";
    static const char letters[] = "bfnrtv";
    const char *at = byte ? strchr(bytes, byte) : NULL;
    return at ? letters[at - bytes] : '\0';
}

static size_t log_byte(char *out, unsigned char byte)
{
    char letter = byte == '\\' ? '\\' : short_form(byte);
    if (letter) {
        out[0] = '\\';
        out[1] = letter;
        return 2;
    }
    static const char digits[] = "0123456789abcdef";
    char form[4] = {'\\', 'x', digits[byte >> 4], digits[byte & 15]};
    return put(out, form, sizeof(form));
}

size_t escape_log(char *out, const char *text, size_t len)
{
    size_t used = 0;
    for (size_t i = 0; i < len;) {
        unsigned char byte = (unsigned char)text[i];
        size_t width = common_utf8_length(text + i, len - i);
        if (width == 0 || byte < 0x20 || byte == 0x7f || byte == '\\') {
            used += log_byte(out + used, byte);
            width = 1;
        } else {
            used += put(out + used, text + i, width);
        }
        i += width;
    }
    return used;
}

static size_t json_byte(char *out, unsigned char byte)
{
    if (byte == '"' || byte == '\\') {
        out[0] = '\\';
        out[1] = (char)byte;
        return 2;
    }
    char form[ESCAPE_GROWTH + 1];
    snprintf(form, sizeof(form), "\\u%04x", byte);
    return put(out, form, ESCAPE_GROWTH);
}

static size_t label_byte(char *out, unsigned char byte)
{
    if (byte != '"' && byte != '\\' && byte != '\n')
        return put(out, REPLACEMENT, sizeof(REPLACEMENT) - 1);
    out[0] = '\\';
    out[1] = byte == '\n' ? 'n' : (char)byte;
    return 2;
}

/* byte_fn writes the escape of a byte that must not appear inside quotes. */
static size_t escape_quoted(char *out, const char *text, size_t len,
                            size_t (*byte_fn)(char *, unsigned char))
{
    size_t used = 0;
    for (size_t i = 0; i < len;) {
        unsigned char byte = (unsigned char)text[i];
        size_t width = common_utf8_length(text + i, len - i);
        if (width == 0) {
            used += put(out + used, REPLACEMENT, sizeof(REPLACEMENT) - 1);
            width = 1;
        } else if (byte < 0x20 || byte == 0x7f || byte == '"' || byte == '\\') {
            used += byte_fn(out + used, byte);
        } else {
            used += put(out + used, text + i, width);
        }
        i += width;
    }
    return used;
}

size_t escape_json(char *out, const char *text, size_t len)
{
    return escape_quoted(out, text, len, json_byte);
}

size_t escape_label(char *out, const char *text, size_t len)
{
    return escape_quoted(out, text, len, label_byte);
}
