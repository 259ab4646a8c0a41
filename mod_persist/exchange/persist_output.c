/* SPDX-License-Identifier: Apache-2.0 */
/* persist_output.c: the frame that is being sent to a worker. */

#include "exchange/persist_output.h"
#include "wire_descriptors.h"

#include <errno.h>
#include <stdint.h>
#include <sys/socket.h>

void persist_output_clear(persist_output_t *output)
{
    output->first = output->count = 0;
    output->passed = -1;
}

void persist_output_pass(persist_output_t *output, int fd)
{
    output->passed = fd;
}

/* True if data begins where the last run ends. */
static int goes_on(const persist_output_t *output, const void *data)
{
    if (!persist_output_pending(output))
        return 0;
    const struct iovec *last = &output->parts[output->count - 1];
    return (const char *)last->iov_base + last->iov_len == data;
}

void persist_output_add(persist_output_t *output, const void *data, size_t len)
{
    if (goes_on(output, data))
        output->parts[output->count - 1].iov_len += len;
    else if (len > 0)
        output->parts[output->count++] =
            (struct iovec){(void *)(uintptr_t)data, len};
}

int persist_output_pending(const persist_output_t *output)
{
    return output->first < output->count;
}

static void advance(persist_output_t *output, size_t n)
{
    while (n > 0) {
        struct iovec *part = &output->parts[output->first];
        if (n < part->iov_len) {
            part->iov_base = (char *)part->iov_base + n;
            part->iov_len -= n;
            return;
        }
        n -= part->iov_len;
        output->first++;
    }
}

/* For a single run send() costs the kernel less time than sendmsg(). */
static ssize_t send_runs(struct iovec *parts, int count, int fd, int passed)
{
    const int flags = MSG_DONTWAIT | MSG_NOSIGNAL;
    if (count == 1 && passed < 0)
        return send(fd, parts->iov_base, parts->iov_len, flags);
    return wire_descriptors_send(fd, parts, (size_t)count, &passed, passed >= 0,
                                 flags);
}

long persist_output_send(persist_output_t *output, int fd)
{
    ssize_t n;
    do {
        n = send_runs(output->parts + output->first,
                      output->count - output->first, fd, output->passed);
    } while (n < 0 && errno == EINTR);
    if (n < 0)
        return errno == EAGAIN || errno == EWOULDBLOCK ? 0 : -1;
    output->passed = -1;
    advance(output, (size_t)n);
    return (long)n;
}
