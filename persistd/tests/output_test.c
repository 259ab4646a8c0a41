/* SPDX-License-Identifier: Apache-2.0 */
/* output_test.c: what a worker wrote is given out, and a FIFO that it has left
 * is left alone. */

#include "os/output.h"
#include "tap.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void take(void *owner, const char *line, size_t len)
{
    int *lines = owner;
    *lines += len == 5 && memcmp(line, "hello", 5) == 0;
}

static output_t *open_output(uv_loop_t *loop, int *writer, int *lines)
{
    char path[64];
    snprintf(path, sizeof(path), "/tmp/ot%ld", (long)getpid());
    *writer = output_make(path);
    output_t *output = output_open(loop, path, take, lines);
    unlink(path);
    if (*writer < 0 || !output)
        bail_out("no FIFO");
    return output;
}

/* Writes and reads `text` `times` times, so that the tail overflows. */
static void print(output_t *output, int writer, const char *text, int times)
{
    for (int i = 0; i < times; i++)
        if (write(writer, text, strlen(text)) != (ssize_t)strlen(text))
            bail_out("the FIFO is full");
    output_drain(output);
}

static void test_overflow(uv_loop_t *loop)
{
    static const char line[] = "\x1ewhose\x1f is 20 long.\n";
    int writer, lines = 0;
    size_t len;
    output_t *output = open_output(loop, &writer, &lines);
    print(output, writer, line, 1000);
    const char *tail = output_tail(output, &len);
    is_int((long)len, 204 * 20 - 1, "whole lines are kept");
    ok(*tail == '\x1e', "and no piece of one without its mark");
    print(output, writer, "x", 16);
    tail = output_tail(output, &len);
    ok(*tail == '\x1e' && len == 204 * 20 + 16,
       "all of them where the tail begins with a line");
    print(output, writer, "0123456789", 500);
    output_tail(output, &len);
    is_int((long)len, 0, "of a line that is too long, nothing is");
    close(writer);
    output_close(output);
    uv_run(loop, UV_RUN_DEFAULT);
}

static void test_catch_up(uv_loop_t *loop)
{
    int writer, lines = 0;
    size_t len;
    output_t *output = open_output(loop, &writer, &lines);
    for (int i = 0; i < 2000; i++)
        if (write(writer, "hello\n", 6) != 6)
            bail_out("the FIFO is full");
    if (write(writer, "bye", 3) != 3)
        bail_out("the FIFO is full");
    is_int((intmax_t)output_catch_up(output, 0), 0, "nothing, if so asked");
    is_int((intmax_t)output_catch_up(output, SIZE_MAX), 12003, "or bytes");
    const char *tail = output_tail(output, &len);
    ok(len > 9 && memcmp(tail + len - 9, "hello\nbye", 9) == 0,
       "all that is in the FIFO is read at once");
    is_int(lines, 2000, "and each line given out");
    output_catch_up(NULL, SIZE_MAX);
    close(writer);
    output_close(output);
    uv_run(loop, UV_RUN_DEFAULT);
}

int main(void)
{
    uv_loop_t *loop = uv_default_loop();
    int writer, lines = 0;
    output_t *output = open_output(loop, &writer, &lines);
    if (write(writer, "hello\nbye", 9) != 9)
        bail_out("the FIFO is full");
    close(writer);
    alarm(60);
    errno = EAGAIN; /* of some earlier read: it must not be taken for news */
    uv_run(loop, UV_RUN_DEFAULT);
    alarm(0);
    ok(1, "the loop does not turn for a FIFO without a writer");
    is_int(lines, 1, "what was written before is given out");
    output_drain(output);
    size_t len;
    const char *tail = output_tail(output, &len);
    ok(len == 9 && memcmp(tail, "hello\nbye", 9) == 0,
       "and kept for the last words");
    output_close(output);
    uv_run(loop, UV_RUN_DEFAULT);
    test_overflow(loop);
    test_catch_up(loop);
    return done_testing();
}
