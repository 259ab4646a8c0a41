/* SPDX-License-Identifier: Apache-2.0 */
/* escape_test.c: no byte of a worker's output can act on a terminal, forge a
 * log line or end a JSON string. */

#include "base/escape.h"
#include "tap.h"

typedef size_t escape_fn(char *out, const char *text, size_t len);

static void check(escape_fn *escape, const char *text, size_t len,
                  const char *want, const char *name)
{
    char out[256];
    size_t used = escape(out, text, len);
    out[used] = '\0';
    is_str(out, want, name);
}

#define LOG(text, want, name)                                                  \
    check(escape_log, text, sizeof(text) - 1, want, name)
#define JSON(text, want, name)                                                 \
    check(escape_json, text, sizeof(text) - 1, want, name)
#define LABEL(text, want, name)                                                \
    check(escape_label, text, sizeof(text) - 1, want, name)

static void test_log(void)
{
    LOG("plain \"text\"", "plain \"text\"", "plain text stays");
    LOG("a\nb\tc\rd", "a\\nb\\tc\\rd", "white space that moves");
    LOG("\x1b[31m\x7f", "\\x1b[31m\\x7f", "control characters");
    LOG("a\\x1b", "a\\\\x1b", "a backslash can't pretend");
    LOG("x\0y", "x\\x00y", "a NUL byte");
    LOG("\xc3\xa9 \xe2\x82\xac \xf0\x9f\x90\x98",
        "\xc3\xa9 \xe2\x82\xac \xf0\x9f\x90\x98", "UTF-8 stays readable");
    LOG("\xe9", "\\xe9", "Latin-1 does not");
    LOG("\xc2\x9b", "\\xc2\\x9b", "C1 controls are controls");
    LOG("\xc0\xaf \xe0\x80\xaf \xf0\x80\x80\xaf",
        "\\xc0\\xaf \\xe0\\x80\\xaf \\xf0\\x80\\x80\\xaf", "overlong forms");
    LOG("\xed\xa0\x80 \xf4\x90\x80\x80", "\\xed\\xa0\\x80 \\xf4\\x90\\x80\\x80",
        "surrogates and beyond");
    LOG("\xe2\x82", "\\xe2\\x82", "a character that is cut off");
}

static void test_json(void)
{
    JSON("a\"b\\c", "a\\\"b\\\\c", "what ends a string");
    JSON("\n\x01\x7f", "\\u000a\\u0001\\u007f", "control characters");
    JSON("\xc3\xa9", "\xc3\xa9", "UTF-8");
    JSON("\xff", "\xef\xbf\xbd", "what is none is replaced");
}

static void test_label(void)
{
    LABEL("a\"b\\c\n1", "a\\\"b\\\\c\\n1", "what ends a label or a line");
    LABEL("\r\x1b", "\xef\xbf\xbd\xef\xbf\xbd", "control characters");
    LABEL("\xc3\xa9{}", "\xc3\xa9{}", "UTF-8 and braces stay");
}

/* Every byte and every pair stays within the room that is asked for. */
static void test_growth(void)
{
    size_t worst = 0;
    for (int pair = 0; pair < 65536; pair++) {
        char text[2] = {(char)(pair >> 8), (char)pair}, out[64];
        size_t log = escape_log(out, text, 2);
        size_t json = escape_json(out, text, 2);
        size_t label = escape_label(out, text, 2);
        worst = log > worst ? log : worst;
        worst = label > worst ? label : worst;
        worst = json > worst ? json : worst;
    }
    is_int(worst, 2 * ESCAPE_GROWTH, "the room is enough, and not too much");
}

int main(void)
{
    test_log();
    test_json();
    test_label();
    test_growth();
    return done_testing();
}
