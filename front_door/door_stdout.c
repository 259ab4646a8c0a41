/* SPDX-License-Identifier: Apache-2.0 */
/* door_stdout.c: writes to standard output that wait, or do not, whatever it
 * is.
 *
 * O_NONBLOCK is never set on it. That flag belongs to the open file
 * description, which the server and standard error may share. So a socket gets
 * MSG_DONTWAIT, and a pipe is opened a second time, with a description of its
 * own. Where that is not allowed (suEXEC: the pipe is another user's) the pipe
 * gets as much as poll() promises room for. */

#include "door_stdout.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

static int await_room(int ms)
{
    struct pollfd server = {.fd = STDOUT_FILENO, .events = POLLOUT};
    return poll(&server, 1, ms);
}

int door_stdout_write(const void *bytes, size_t len)
{
    const char *at = bytes;
    while (len > 0) {
        ssize_t n = write(STDOUT_FILENO, at, len);
        if (n >= 0) {
            at += n;
            len -= (size_t)n;
        } else if (errno == EAGAIN ? await_room(-1) < 0 && errno != EINTR
                                   : errno != EINTR) {
            return -1;
        }
    }
    return 0;
}

static ssize_t to_socket(const void *bytes, size_t len)
{
    return send(STDOUT_FILENO, bytes, len, MSG_DONTWAIT | MSG_NOSIGNAL);
}

static int second; /* the pipe, opened a second time */

static ssize_t to_pipe(const void *bytes, size_t len)
{
    return write(second, bytes, len);
}

/* A write of PIPE_BUF bytes does not wait where poll() has found room, unless
 * somebody else writes to the same pipe. */
static ssize_t to_any(const void *bytes, size_t len)
{
    errno = EAGAIN;
    return await_room(0) > 0
               ? write(STDOUT_FILENO, bytes, len < PIPE_BUF ? len : PIPE_BUF)
               : -1;
}

typedef ssize_t write_fn(const void *bytes, size_t len);

static write_fn *choose(void)
{
    struct stat info;
    if (fstat(STDOUT_FILENO, &info) != 0)
        return to_any;
    if (S_ISSOCK(info.st_mode))
        return to_socket;
    second = S_ISFIFO(info.st_mode)
                 ? open("/proc/self/fd/1", O_WRONLY | O_NONBLOCK | O_CLOEXEC)
                 : -1;
    return second >= 0 ? to_pipe : to_any;
}

long door_stdout_offer(const void *bytes, size_t len)
{
    static write_fn *write_some;
    size_t taken = 0;
    write_some = write_some ? write_some : choose();
    while (taken < len) {
        ssize_t n = write_some((const char *)bytes + taken, len - taken);
        if (n >= 0)
            taken += (size_t)n;
        else if (errno == EAGAIN)
            break;
        else if (errno != EINTR)
            return -1;
    }
    return (long)taken;
}
