/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_chunks_test.c: bodies in chunks, in pieces of every size, and wrong ones.
 */

#include "cgi_chunks.h"
#include "tap.h"

#include <stdlib.h>
#include <string.h>

/* The body, with "…" if its end has not come, or "wrong". Each piece lies in a
 * block of its own, so that a sanitizer sees the end. */
static const char *body_of(const char *text, size_t step)
{
    static char body[256];
    size_t n = strlen(text), at = 0;
    cgi_chunks_t chunks = {0};
    for (size_t begin = 0; begin < n; begin += step) {
        size_t size = n - begin < step ? n - begin : step;
        char *piece = malloc(size);
        memcpy(piece, text + begin, size);
        long kept = cgi_chunks_take(&chunks, piece, size);
        if (kept > 0)
            memcpy(body + at, piece, (size_t)kept);
        free(piece);
        if (kept < 0)
            return "wrong";
        at += (size_t)kept;
    }
    strcpy(body + at, cgi_chunks_ended(&chunks) ? "" : "…");
    return body;
}

static void check(const char *text, const char *want)
{
    size_t same = 0, n = strlen(text);
    for (size_t step = 1; step <= n; step++)
        same += strcmp(body_of(text, step), want) == 0;
    is_int(same, n, want);
}

int main(void)
{
    check("5\r\nhello\r\n0\r\n\r\n", "hello");
    check("5\nhello\n0\n\n", "hello");
    check("0005\r\nabcde\r\n1; foo=bar\r\nf\r\n0\r\n\r\n", "abcdef");
    check("A\r\n0123456789\r\nb \r\n0123456789a\r\n0;x\r\n\r\n",
          "01234567890123456789a");
    check("1\r\n\n\r\n0\r\nX-Sum: 1\r\nY: 2\r\n\r\n", "\n");
    check("0\r\n\r\nmore", "");
    check("5\r\nhell", "hell…");
    check("5\r\nhello\r\n", "hello…");
    check("5\r\nhello\r\n0\r\n", "hello…");
    check("5\r\nhello\r\n0\r\nX: 1\r\n", "hello…");
    check("\r\n", "wrong");
    check(";\r\n", "wrong");
    check("5x\r\nhello", "wrong");
    check("-1\r\n", "wrong");
    check("5\r\nhello world", "wrong");
    check("<html>", "wrong");
    check("ffffffffffffffff\r\nx", "x…");
    check("10000000000000000\r\nx", "wrong");
    return done_testing();
}
