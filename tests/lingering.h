/* SPDX-License-Identifier: Apache-2.0 */
/* lingering.h: what a stranger passes to who should stand still: a socket whose
 * last reference is dropped in seconds only. */

#ifndef TESTS_LINGERING_H
#define TESTS_LINGERING_H

#include "tap.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define LINGERING_PASSED 253 /* descriptors of one message */
#define LINGERING_LONG 120   /* seconds */

static int lingering_count; /* that were made: so many other ends are open */

/* One end of a TCP connection whose other end, which stays open, never reads.
 * It has more to send than that takes, and says to wait for it. */
static inline int lingering_socket(int seconds)
{
    const struct linger waits = {1, seconds};
    struct sockaddr_in address = {.sin_family = AF_INET};
    struct sockaddr *name = (struct sockaddr *)&address;
    socklen_t size = sizeof(address);
    static const char bytes[65536];
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (bind(listener, name, size) != 0 || listen(listener, 1) != 0 ||
        getsockname(listener, name, &size) != 0 ||
        connect(fd, name, size) != 0 || accept(listener, NULL, NULL) < 0)
        bail_out("no connection over loopback");
    close(listener);
    while (send(fd, bytes, sizeof(bytes), MSG_DONTWAIT) > 0)
        continue;
    setsockopt(fd, SOL_SOCKET, SO_LINGER, &waits, sizeof(waits));
    lingering_count++;
    return fd;
}

/* Passes them beside the bytes. Returns what sendmsg() does. */
static inline ssize_t lingering_pass(int to, const char *bytes, size_t len,
                                     const int *fds, size_t count, int flags)
{
    union {
        struct cmsghdr align;
        char bytes[CMSG_SPACE(LINGERING_PASSED * sizeof(int))];
    } control = {{0}};
    struct iovec part = {(void *)(uintptr_t)bytes, len};
    struct msghdr message = {.msg_iov = &part,
                             .msg_iovlen = 1,
                             .msg_control = control.bytes,
                             .msg_controllen = CMSG_SPACE(count * sizeof(int))};
    control.align.cmsg_len = CMSG_LEN(count * sizeof(int));
    control.align.cmsg_level = SOL_SOCKET;
    control.align.cmsg_type = SCM_RIGHTS;
    memcpy(CMSG_DATA(&control.align), fds, count * sizeof(int));
    return sendmsg(to, &message, flags | MSG_NOSIGNAL);
}

/* Passes it beside one byte, or bails out, and keeps no copy. */
static inline void lingering_give(int to, int fd, int flags)
{
    if (lingering_pass(to, "x", 1, &fd, 1, flags) != 1)
        bail_out("a descriptor could not be passed");
    close(fd);
}

static inline double lingering_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* The statement does not wait for a socket of LINGERING_LONG. A slow machine
 * may take some seconds. */
#define lingering_is_quick(statement, name)                                    \
    do {                                                                       \
        double lingering_from = lingering_now();                               \
        statement;                                                             \
        ok(lingering_now() - lingering_from < LINGERING_LONG / 2, name);       \
    } while (0)

#endif /* TESTS_LINGERING_H */
