/* SPDX-License-Identifier: Apache-2.0 */
/* door_spool.c: a temporary file for what memory has no room for. */

#include "door_spool.h"

#include "common_temporary.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

static int open_file(door_spool_t *spool)
{
    const char *directory = getenv("TMPDIR");
    int fd = common_temporary_open(directory && *directory == '/' ? directory
                                                                  : "/tmp");
    if (fd < 0)
        return -1;
    spool->fd = fd;
    return 0;
}

int door_spool_append(door_spool_t *spool, const void *bytes, size_t len)
{
    const char *at = bytes;
    uint64_t end = spool->length;
    if (spool->fd == 0 && open_file(spool) != 0)
        return -1;
    while (len > 0) {
        ssize_t n = pwrite(spool->fd, at, len, (off_t)end);
        if (n < 0 && errno != EINTR)
            return -1;
        at += n > 0 ? n : 0;
        end += n > 0 ? (uint64_t)n : 0;
        len -= n > 0 ? (size_t)n : 0;
    }
    spool->length = end;
    return 0;
}

long door_spool_read(int fd, uint64_t at, void *to, size_t most)
{
    ssize_t n;
    do
        n = pread(fd, to, most, (off_t)at);
    while (n < 0 && errno == EINTR);
    return n;
}
