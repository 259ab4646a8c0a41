/* SPDX-License-Identifier: Apache-2.0 */
/* lines_test.c: output comes out in whole lines, however it comes in. */

#include "base/lines.h"
#include "tap.h"

/* Every line behind its length. */
static void collect(void *context, const char *line, size_t len)
{
    char *all = context;
    size_t used = strlen(all);
    snprintf(all + used, 65536 - used, "%zu:%.*s;", len, (int)len, line);
}

static void test_pieces(void)
{
    static const char text[] = "one\n\ntwo\r\nthree";
    for (size_t piece = 1; piece <= sizeof(text); piece++) {
        static lines_t lines;
        static char all[65536];
        all[0] = '\0';
        for (size_t at = 0; at < strlen(text); at += piece) {
            size_t rest = strlen(text) - at;
            lines_feed(&lines, text + at, rest < piece ? rest : piece, collect,
                       all);
        }
        if (strcmp(all, "3:one;0:;3:two;") != 0)
            is_str(all, "3:one;0:;3:two;", "whole lines only");
        lines_flush(&lines, collect, all);
        if (strcmp(all, "3:one;0:;3:two;5:three;") != 0)
            is_str(all, "3:one;0:;3:two;5:three;", "the rest at the end");
    }
    ok(1, "pieces of any size make the same lines");
}

static void test_marks(void)
{
    static const char text[] = "half\x1e"
                               "a\x1fwhole\n\x1e"
                               "b\x1fone\x1e, \x1f, two\x1e"
                               "b\x1fthree\n";
    static lines_t lines;
    static char all[65536];
    for (const char *at = text; *at; at++)
        lines_feed(&lines, at, 1, collect, all);
    is_str(all,
           "4:half;8:\x1e"
           "a\x1fwhole;15:\x1e"
           "b\x1fone\x1e, \x1f, two;8:\x1e"
           "b\x1fthree;",
           "a mark begins a line, and what is no mark does not");
}

static void count(void *context, const char *line, size_t len)
{
    size_t *counts = context;
    (void)line;
    counts[0]++;
    counts[1] = len;
}

static void test_long_line(void)
{
    static lines_t lines;
    size_t counts[2] = {0, 0};
    for (unsigned i = 0; i < LINES_MAX; i++)
        lines_feed(&lines, "x", 1, count, counts);
    is_int(counts[0], 0, "a line may have its full length");
    lines_feed(&lines, "\n", 1, count, counts);
    ok(counts[0] == 1 && counts[1] == LINES_MAX, "and is then given out");
    for (unsigned i = 0; i < LINES_MAX + 3; i++)
        lines_feed(&lines, "x", 1, count, counts);
    is_int(counts[0], 2, "a longer one in pieces");
    lines_flush(&lines, count, counts);
    ok(counts[0] == 3 && counts[1] == 3, "of which none is lost");
    lines_flush(&lines, count, counts);
    is_int(counts[0], 3, "an empty rest is no line");
}

int main(void)
{
    test_pieces();
    test_marks();
    test_long_line();
    return done_testing();
}
