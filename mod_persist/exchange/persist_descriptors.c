/* SPDX-License-Identifier: Apache-2.0 */
/* persist_descriptors.c: reads from a worker that may pass open files.
 *
 * The kernel ends a read after the bytes that a descriptor came with, so one
 * read brings the descriptors of one message at most. */

#include "exchange/persist_descriptors.h"

#include "wire_descriptors.h"

#include <errno.h>
#include <string.h>

long persist_descriptors_read(persist_descriptors_t *waiting, int socket,
                              void *space, size_t room, int flags)
{
    int came;
    ssize_t n = wire_descriptors_receive(socket, space, room, flags, &came);
    if (came < 0)
        return (long)n;
    if (waiting->count < PERSIST_DESCRIPTORS_MAX) {
        waiting->fds[waiting->count++] = came;
        return (long)n;
    }
    wire_descriptors_drop(came);
    errno = EPROTO;
    return -1;
}

int persist_descriptors_take(persist_descriptors_t *waiting)
{
    if (waiting->count == 0)
        return -1;
    int fd = waiting->fds[0];
    waiting->count--;
    memmove(waiting->fds, waiting->fds + 1,
            (size_t)waiting->count * sizeof(int));
    return fd;
}

void persist_descriptors_close(persist_descriptors_t *waiting)
{
    while (waiting->count > 0)
        wire_descriptors_drop(waiting->fds[--waiting->count]);
}
