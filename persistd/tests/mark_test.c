/* SPDX-License-Identifier: Apache-2.0 */
/* mark_test.c: marks, and what only looks like one. */

#include "base/mark.h"
#include "tap.h"

#define ID(line) ((intmax_t)mark_id(line, sizeof(line) - 1))

#define AT_END(text) ((intmax_t)mark_at_end(text, sizeof(text) - 1))

static void test_end(void)
{
    char all[80];
    is_int(AT_END("text\x1e"
                  "ab\x1f"),
           4, "a text that ends with a mark");
    is_int(AT_END("\x1e"
                  "ab\x1f"),
           4, "and one that is a mark");
    is_int(AT_END("ab\x1f"), 0, "half a mark is none");
    is_int(AT_END("\x1e\x1f"), 0, "nor is an empty one");
    is_int(AT_END("\x1e"
                  "ab\x1f."),
           0, "nor one before the end");
    is_int(AT_END(""), 0, "nothing has none");
    memset(all, 'a', sizeof(all));
    all[13] = '\x1e';
    all[79] = '\x1f';
    is_int((intmax_t)mark_at_end(all + 1, 79), 0, "an id one byte too long");
    all[14] = '\x1e';
    is_int((intmax_t)mark_at_end(all, 80), 66, "the longest id");
}

int main(void)
{
    test_end();
    char all[80] = "\x1e";
    is_int(ID("\x1e"
              "aB3@_-x\x1fhello"),
           7, "a mark");
    is_int(ID("\x1e"
              "a\x1f"),
           1, "before an empty line");
    is_int(ID("hello"), 0, "none");
    is_int(ID(""), 0, "no line");
    is_int(ID("\x1e"), 0, "nothing behind it");
    is_int(ID("\x1e\x1fhello"), 0, "an empty id");
    is_int(ID("\x1e"
              "abc"),
           0, "one that does not end");
    is_int(ID("\x1e"
              "a]b\x1fhello"),
           0, "what would break out of brackets");
    is_int(ID("\x1e"
              "a\0b\x1fhello"),
           0, "a NUL byte");
    memset(all + 1, 'a', sizeof(all) - 1);
    all[65] = '\x1f';
    is_int((intmax_t)mark_id(all, sizeof(all)), 64, "the longest id");
    all[65] = 'a';
    all[66] = '\x1f';
    is_int((intmax_t)mark_id(all, sizeof(all)), 0, "and one too long");
    return done_testing();
}
