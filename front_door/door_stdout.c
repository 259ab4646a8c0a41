/* SPDX-License-Identifier: Apache-2.0 */
/* door_stdout.c: blocking writes, also if the server has made its pipe one that
 * does not block. */

#include "door_stdout.h"

#include <errno.h>
#include <poll.h>
#include <unistd.h>

#define PIECE 65536u

static int await_room(void)
{
    struct pollfd server = {.fd = STDOUT_FILENO, .events = POLLOUT};
    return poll(&server, 1, -1) > 0 || errno == EINTR ? 0 : -1;
}

int door_stdout_write(const void *bytes, size_t len)
{
    const char *at = bytes;
    while (len > 0) {
        ssize_t n = write(STDOUT_FILENO, at, len);
        if (n >= 0) {
            at += n;
            len -= (size_t)n;
        } else if (errno == EAGAIN ? await_room() != 0 : errno != EINTR) {
            return -1;
        }
    }
    return 0;
}

/* With pread() a file that shrinks is no signal. */
int door_stdout_file(int fd, off_t offset, size_t len)
{
    char bytes[PIECE];
    while (len > 0) {
        ssize_t n =
            pread(fd, bytes, len < sizeof(bytes) ? len : sizeof(bytes), offset);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return 1;
        if (door_stdout_write(bytes, (size_t)n) != 0)
            return -1;
        offset += n;
        len -= (size_t)n;
    }
    return 0;
}
