/* SPDX-License-Identifier: Apache-2.0 */
/* persist_output.c: the frame that is on its way to a worker. */

#include "persist_output.h"

#include <errno.h>
#include <stdint.h>
#include <sys/socket.h>

void persist_output_clear(persist_output_t *output)
{
    output->first = output->count = 0;
}

void persist_output_add(persist_output_t *output, const void *data, size_t len)
{
    if (len > 0)
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

long persist_output_send(persist_output_t *output, int fd)
{
    struct msghdr message = {
        .msg_iov = output->parts + output->first,
        .msg_iovlen = (size_t)(output->count - output->first),
    };
    ssize_t n;
    do {
        n = sendmsg(fd, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
    } while (n < 0 && errno == EINTR);
    if (n < 0)
        return errno == EAGAIN || errno == EWOULDBLOCK ? 0 : -1;
    advance(output, (size_t)n);
    return (long)n;
}
