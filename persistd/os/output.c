/* SPDX-License-Identifier: Apache-2.0 */
/* output.c: reads a worker's FIFO. */

#include "os/output.h"

#include "base/heap.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define OUTPUT_READ 4096u
/* A FIFO holds 64 KiB by default and 1 MiB at most. The limits are needed
 * because the worker may go on writing while we catch up, and a child process
 * of it while we drain. */
#define OUTPUT_CATCH_UP_MAX (1u << 16)
#define OUTPUT_DRAIN_MAX (1u << 20)

struct output {
    uv_poll_t poll;
    int fd;
    lines_fn *give;
    void *owner;
    lines_t lines;
    size_t tail_len;
    int is_cut; /* the beginning of the tail's first line has been dropped */
    char tail[OUTPUT_TAIL];
};

int output_make(const char *path)
{
    if (mkfifo(path, 0600) != 0)
        return -1;
    int fd = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0) {
        int error = errno;
        unlink(path);
        errno = error;
    }
    return fd;
}

_Static_assert(OUTPUT_READ <= OUTPUT_TAIL, "the tail has room for one reading");

/* Drops bytes from the front of the tail. */
static void drop(output_t *output, size_t count)
{
    if (count == 0)
        return;
    output->is_cut = output->tail[count - 1] != '\n';
    output->tail_len -= count;
    memmove(output->tail, output->tail + count, output->tail_len);
}

static void keep_tail(output_t *output, const char *bytes, size_t len)
{
    size_t room = OUTPUT_TAIL - output->tail_len;
    drop(output, len > room ? len - room : 0);
    memcpy(output->tail + output->tail_len, bytes, len);
    output->tail_len += len;
}

/* Returns the number of bytes read, 0 if there is no writer any more, or -1
 * with errno. */
static ssize_t output_read(output_t *output)
{
    char bytes[OUTPUT_READ];
    ssize_t n = read(output->fd, bytes, sizeof(bytes));
    if (n <= 0)
        return n;
    keep_tail(output, bytes, (size_t)n);
    lines_feed(&output->lines, bytes, (size_t)n, output->give, output->owner);
    return n;
}

/* Reads once in each turn, so that a worker that prints without end does not
 * block the others. If there is no writer, because the worker has redirected
 * its output, polling stops. */
static void output_event(uv_poll_t *poll, int status, int events)
{
    output_t *output = poll->data;
    (void)events;
    ssize_t n = status < 0 ? 0 : output_read(output);
    if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR))
        uv_poll_stop(poll);
}

output_t *output_open(uv_loop_t *loop, const char *path, lines_fn *give,
                      void *owner)
{
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0)
        return NULL;
    output_t *output = heap_make(1, sizeof(*output));
    int error = uv_poll_init(loop, &output->poll, fd);
    if (error) {
        close(fd);
        free(output);
        errno = -error;
        return NULL;
    }
    output->poll.data = output;
    output->fd = fd;
    output->give = give;
    output->owner = owner;
    uv_poll_start(&output->poll, UV_READABLE, output_event);
    return output;
}

/* The last reading may go beyond it. */
static size_t read_up_to(output_t *output, size_t max)
{
    size_t total = 0;
    ssize_t n;
    while (total < max && (n = output_read(output)) > 0)
        total += (size_t)n;
    return total;
}

size_t output_catch_up(output_t *output, size_t most)
{
    if (!output)
        return 0;
    return read_up_to(output,
                      most < OUTPUT_CATCH_UP_MAX ? most : OUTPUT_CATCH_UP_MAX);
}

void output_drain(output_t *output)
{
    if (!output)
        return;
    read_up_to(output, OUTPUT_DRAIN_MAX);
    lines_flush(&output->lines, output->give, output->owner);
}

/* Where the first whole line begins. The mark that says whose line it is stands
 * at its beginning: without one, a line would be shown to everybody. */
static size_t first_whole(const output_t *output, size_t len)
{
    if (!output->is_cut)
        return 0;
    const char *end = memchr(output->tail, '\n', len);
    return end ? (size_t)(end + 1 - output->tail) : len;
}

const char *output_tail(const output_t *output, size_t *len)
{
    *len = 0;
    if (!output)
        return "";
    size_t end = output->tail_len;
    while (end > 0 && output->tail[end - 1] == '\n')
        end--;
    size_t from = first_whole(output, end);
    *len = end - from;
    return output->tail + from;
}

static void output_free(uv_handle_t *handle)
{
    free(handle->data);
}

void output_close(output_t *output)
{
    if (!output)
        return;
    uv_close((uv_handle_t *)&output->poll, output_free);
    close(output->fd);
}
