/* SPDX-License-Identifier: Apache-2.0 */
/* fcgi_app.c: the C worker of mod_fcgid, with libfcgi's own loop. When it is
 * started as a CGI program, by mod_cgid, libfcgi makes it a plain CGI program.
 */

#include "work.h"

#include <fcgi_stdio.h>
#include <stdlib.h>
#include <string.h>

extern char **environ;

static void hello(void)
{
    fputs("Content-Type: text/plain\r\n\r\n" WORK_HELLO, stdout);
}

/* libfcgi's printf does not support %zu, and checks no length. */
static void print_number(const char *format, size_t n)
{
    char text[128];
    snprintf(text, sizeof(text), format, n);
    fputs(text, stdout);
}

static void bytes(size_t n)
{
    print_number("Content-Type: text/plain\r\nContent-Length: %zu\r\n\r\n", n);
    for (; n; n -= n < WORK_BLOCK ? n : WORK_BLOCK) {
        size_t piece = n < WORK_BLOCK ? n : WORK_BLOCK;
        fwrite((void *)work_piece(piece), 1, piece, stdout);
    }
}

static void environment(void)
{
    fputs("Content-Type: text/plain\r\n\r\n", stdout);
    for (char **variable = environ; *variable; variable++) {
        fputs(*variable, stdout);
        fputs("\n", stdout);
    }
}

static void upload(void)
{
    static char piece[65536];
    size_t all = 0, n;
    while ((n = fread(piece, 1, sizeof(piece), stdin)) > 0)
        all += n;
    print_number("Content-Type: text/plain\r\n\r\n%zu\n", all);
}

static void answer(const char *path)
{
    size_t n = path ? work_bytes(path) : 0;
    if (n)
        bytes(n);
    else if (path && !strcmp(path, "/environment"))
        environment();
    else if (path && !strcmp(path, "/upload"))
        upload();
    else
        hello();
}

int main(void)
{
    while (FCGI_Accept() >= 0)
        answer(getenv("PATH_INFO"));
    return 0;
}
