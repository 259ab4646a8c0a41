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

int main(void)
{
    uv_loop_t *loop = uv_default_loop();
    char path[64];
    int lines = 0;
    snprintf(path, sizeof(path), "/tmp/ot%ld", (long)getpid());
    int writer = output_make(path);
    output_t *output = output_open(loop, path, take, &lines);
    unlink(path);
    if (writer < 0 || !output)
        bail_out("no FIFO");
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
    return done_testing();
}
