/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_head_test.c: heads of programs' output, whole, in parts and wrong. */

#include "cgi_head.h"
#include "tap.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* "STATUS SIZE name=value;…", "part", or what is wrong. */
static const char *said_of(const char *output, size_t n, int nph)
{
    static char said[512];
    const char *why = NULL;
    cgi_head_t head;
    int found = cgi_head_read(output, n, nph, &head, &why);
    if (found != CGI_HEAD_WHOLE)
        return found == CGI_HEAD_PART ? "part" : why;
    int at = snprintf(said, sizeof(said), "%u %zu ", head.status, head.size);
    for (const char *text = head.block; text < head.block + head.length;) {
        const char *value = text + strlen(text) + 1;
        at += snprintf(said + at, sizeof(said) - (size_t)at, "%s=%s;", text,
                       value);
        text = value + strlen(value) + 1;
    }
    free(head.block);
    return said;
}

/* Behind the last byte is memory that can't be read. */
static void check(const char *output, int nph, const char *want)
{
    size_t n = strlen(output), page = (size_t)sysconf(_SC_PAGESIZE);
    char *pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(pages + page, page, PROT_NONE);
    memcpy(pages + page - n, output, n);
    is_str(said_of(pages + page - n, n, nph), want, want);
    munmap(pages, 2 * page);
}

static void test_cgi(void)
{
    check("A: b\n\n", 0, "200 6 A=b;");
    check("A: b\r\n\r\nbody", 0, "200 8 A=b;");
    check("A:b\n\r\nbody\n\n", 0, "200 6 A=b;");
    check("\nbody", 0, "200 1 ");
    check("\r\nbody", 0, "200 2 ");
    check("A: \t b c \t\n\n", 0, "200 12 A=b c;");
    check("A:\nB:\n\n", 0, "200 7 A=;B=;");
    check("A: b: c\n\n", 0, "200 9 A=b: c;");
    check("Status: 404 Not Found\n\n", 0, "404 23 Status=404 Not Found;");
    check("status: 204\n\n", 0, "204 13 status=204;");
    check("Status: 500\nStatus: 201\n\n", 0, "201 25 Status=201;");
    check("Content-Type: a\nX: 1\nContent-type: b\nX: 2\n\n", 0,
          "200 43 X=1;Content-type=b;X=2;");
    check("Connection: close\nKeep-Alive: 1\nA: b\n\n", 0, "200 38 A=b;");
    check("Location: /x\n\n", 0, "200 14 Location=/x;");
    check("A: b\r\r\n\r\r\nbody", 0, "200 10 A=b;");
    check("\r\r\nbody", 0, "200 3 ");
    check("Status: 200\tOK\n\n", 0, "200 16 Status=200\tOK;");
    check("Status: 404-Not Found\n\n", 0, "404 23 Status=404-Not Found;");
    check("Last-Modified: a\nLast-Modified: b\n\n", 0,
          "200 35 Last-Modified=a;Last-Modified=b;");
    check("Content-Length: 9\nA: b\n\n", 0, "200 24 Content-Length=9;A=b;");
}

static void test_nph(void)
{
    check("HTTP/1.0 200 OK\r\nA: b\r\n\r\n", 1, "200 25 Status=200 OK;A=b;");
    check("HTTP/1 404 Not  Here \r\nStatus: 200\nA: b\n\n", 1,
          "404 41 Status=404 Not  Here;A=b;");
    check("HTTP/ 200 OK\nA: b\n\n", 1, "200 19 A=b;");
    check("HTTP/1.1 200 OK\n\n", 1, "200 17 Status=200 OK;");
    check("HTTP/1.1 404\n\n", 1, "404 14 ");
    check("A: b\n\n", 1, "its status is not from 200 to 599");
    check("HTTP/1.1\n\n", 1, "its status is not from 200 to 599");
    check("\n", 1, "its status is not from 200 to 599");
    check("\r\n", 1, "its status is not from 200 to 599");
    check("\nHTTP/1.1 200 OK\n\n", 1, "its status is not from 200 to 599");
    check("HTTP/1.1 600 OK\n\n", 1, "its status is not from 200 to 599");
}

static void test_nph_interim(void)
{
    check("HTTP/1.1 100 Continue\r\nA: b\r\n\r\n", 1, "part");
    check("HTTP/1.1 103\n\nHTTP/1.1 200 OK\nA: b\n\n", 1,
          "200 36 Status=200 OK;A=b;");
    check("HTTP/1.1 100\n\nHTTP/1.1 102\n\nHTTP/1.1 404\n\n", 1, "404 42 ");
    check("HTTP/1.1 101\n\nHTTP/1.1 200\n\n", 1,
          "its status is not from 200 to 599");
    check("Status: 100\n\n", 0, "its status is not from 200 to 599");
}

static void test_nph_chunked(void)
{
    static const char chunked[] =
        "HTTP/1.1 200\nTransfer-encoding: Chunked\n\n";
    const char *why;
    cgi_head_t head;
    check(chunked, 1, "200 41 ");
    cgi_head_read(chunked, sizeof(chunked) - 1, 1, &head, &why);
    is_int(head.is_chunked, 1, "which is chunked");
    free(head.block);
    check("HTTP/1.1 200\nTransfer-Encoding: gzip, chunked\n\n", 1,
          "its Transfer-Encoding is not chunked");
    check("HTTP/1.1 200\nContent-Length: 3\nTransfer-Encoding: chunked\n\n", 1,
          "200 59 ");
    check("HTTP/1.1 200\nTransfer-Encoding: gzip\n"
          "Transfer-Encoding: chunked\n\n",
          1, "its Transfer-Encoding is not chunked");
    check("Transfer-Encoding: gzip\n\n", 0, "200 25 Transfer-Encoding=gzip;");
}

static void test_nph_folded(void)
{
    check("HTTP/1.1 200\nA:\n b\r\n\tc\nB: d\n\n", 1, "200 29 A=b  \tc;B=d;");
    check("HTTP/1.1 200\n A: b\n\n", 1, "200 20  A=b;");
    check("A: b\n c\n\n", 0, "a line of its header has no colon");
}

static void test_wrong(void)
{
    static const char nul[] = "A: b\0c\n\n";
    check("", 0, "part");
    check("A: b", 0, "part");
    check("A: b\n", 0, "part");
    check("A: b\r\n\r", 0, "part");
    check("hello\n\n", 0, "a line of its header has no colon");
    check(": x\n\n", 0, "a line of its header has no colon");
    check("A: b\nhello\n\n", 0, "a line of its header has no colon");
    check("Status: 99\n\n", 0, "its status is not from 200 to 599");
    check("Status: 600\n\n", 0, "its status is not from 200 to 599");
    check("Status: 2000\n\n", 0, "its status is not from 200 to 599");
    check("Status: OK\n\n", 0, "its status is not from 200 to 599");
    check("Status:\n\n", 0, "its status is not from 200 to 599");
    is_str(said_of(nul, sizeof(nul) - 1, 0), "its header holds a NUL byte",
           "a NUL byte");
}

/* Each beginning in a block of its own, so that a sanitizer sees the end. */
static void test_parts(void)
{
    static const char text[] = "HTTP/1.1 200 OK\r\nA: b\r\nStatus: 201\r\n\r\n";
    size_t whole = sizeof(text) - 1;
    for (int nph = 0; nph < 2; nph++) {
        size_t parts = 0;
        for (size_t n = 0; n < whole; n++) {
            char *copy = malloc(n + 1);
            memcpy(copy, text, n);
            char *exact = realloc(copy, n ? n : 1);
            parts += strcmp(said_of(exact, n, nph), "part") == 0;
            free(exact);
        }
        is_int(parts, whole, "every beginning is a part");
    }
}

int main(void)
{
    test_cgi();
    test_nph();
    test_nph_interim();
    test_nph_chunked();
    test_nph_folded();
    test_wrong();
    test_parts();
    return done_testing();
}
