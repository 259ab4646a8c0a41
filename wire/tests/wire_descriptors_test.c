/* SPDX-License-Identifier: Apache-2.0 */
/* Tests of wire_descriptors.c: descriptors that a stranger passes do not block
 * the reader. The sockets here accept descriptors, as all sockets do on kernels
 * that can't refuse them, except in the test of refusing. */

#include "wire_descriptors.h"

#include "lingering.h"

#include <errno.h>
#include <sys/un.h>

#define PLAIN 1 /* second that a plain close() lingers, to show the fault */

static int ends[2]; /* the stranger's end, our end */

static void open_pair(int type)
{
    if (socketpair(AF_UNIX, type, 0, ends) != 0)
        bail_out("no socketpair");
    wire_descriptors_expect(ends[1]);
}

static void close_pair(void)
{
    close(ends[0]);
    close(ends[1]);
}

static int open_count(void)
{
    int count = 0;
    for (int fd = 0; fd < 1024; fd++)
        count += fcntl(fd, F_GETFD) >= 0;
    return count;
}

static ssize_t receive(int *first)
{
    char space[64];
    return wire_descriptors_receive(ends[1], space, sizeof(space), MSG_DONTWAIT,
                                    first);
}

static void test_plain(void)
{
    double from;
    char byte;
    open_pair(SOCK_STREAM);
    lingering_give(ends[0], lingering_socket(PLAIN), 0);
    from = lingering_now();
    is_int(recv(ends[1], &byte, 1, 0), 1, "a plain recv() gets the byte");
    ok(lingering_now() - from > 0.5, "and waits for what is beside it");
    lingering_give(ends[0], lingering_socket(PLAIN), 0);
    from = lingering_now();
    close_pair();
    ok(lingering_now() - from > 0.5, "so does close() for what is unread");
}

/* Sends "xy" with copies of standard error, or bails out. */
static void send_with(size_t passed)
{
    const int fds[WIRE_DESCRIPTORS_MOST] = {STDERR_FILENO, STDERR_FILENO};
    struct iovec parts[] = {{(void *)(uintptr_t) "x", 1},
                            {(void *)(uintptr_t) "y", 1}};
    if (wire_descriptors_send(ends[0], parts, 2, fds, passed, 0) != 2)
        bail_out("nothing was sent");
}

static void test_send(void)
{
    struct iovec part = {(void *)(uintptr_t) "x", 1};
    const int fds[WIRE_DESCRIPTORS_MOST + 1] = {0};
    int first, before = open_count();
    open_pair(SOCK_STREAM);
    for (size_t passed = 0; passed <= WIRE_DESCRIPTORS_MOST; passed++) {
        send_with(passed);
        is_int(receive(&first), 2, "both parts arrive");
        ok((first >= 0) == (passed > 0), "with what was passed");
        if (first >= 0)
            close(first);
    }
    is_int(open_count(), before + 2, "and the sender keeps its own");
    errno = 0;
    is_int(wire_descriptors_send(ends[0], &part, 1, fds,
                                 WIRE_DESCRIPTORS_MOST + 1, 0),
           -1, "more than the most");
    is_int(errno, EINVAL, "are refused");
    close_pair();
}

static void test_receive(void)
{
    int first = 0, fds[2] = {lingering_socket(LINGERING_LONG),
                             lingering_socket(LINGERING_LONG)};
    open_pair(SOCK_STREAM);
    is_int(receive(&first), -1, "nothing has come");
    is_int(errno, EAGAIN, "and that is said");
    is_int(first, -1, "there is no descriptor");
    send(ends[0], "plain", 5, 0);
    is_int(receive(NULL), 5, "bytes come without one");
    lingering_pass(ends[0], "two", 3, fds, 2, 0);
    close(fds[0]);
    close(fds[1]);
    lingering_is_quick(is_int(receive(&first), 3, "bytes come with two"),
                       "nobody waits for the second");
    is_int(fcntl(first, F_GETFD), FD_CLOEXEC, "the first is close-on-exec");
    lingering_is_quick(wire_descriptors_drop(first), "nor for the first");
    lingering_give(ends[0], lingering_socket(LINGERING_LONG), 0);
    lingering_is_quick(is_int(receive(NULL), -1, "none is expected"),
                       "then nobody waits either");
    is_int(errno, EPROTO, "that is a breach of the protocol");
    close_pair();
}

static void test_most(void)
{
    int fds[LINGERING_PASSED], lingers = lingering_socket(LINGERING_LONG);
    open_pair(SOCK_STREAM);
    for (int i = 0; i < LINGERING_PASSED - 1; i++)
        fds[i] = ends[0];
    fds[LINGERING_PASSED - 1] = lingers;
    lingering_pass(ends[0], "most", 4, fds, LINGERING_PASSED, 0);
    close(lingers);
    lingering_is_quick(is_int(receive(NULL), -1, "so many as fit a message"),
                       "have room, with the last one");
    close_pair();
}

/* Without SO_OOBINLINE the kernel skips out-of-band bytes and what is passed
 * with them. */
static void test_out_of_band(void)
{
    int fd = lingering_socket(LINGERING_LONG);
    open_pair(SOCK_STREAM);
    if (lingering_pass(ends[0], "x", 1, &fd, 1, MSG_OOB) != 1) {
        ok(1, "this kernel knows nothing out of band # SKIP");
        wire_descriptors_drop(fd);
        close_pair();
        return;
    }
    close(fd);
    send(ends[0], "y", 1, 0);
    lingering_is_quick(is_int(receive(NULL), -1, "one comes out of band"),
                       "nobody waits for it");
    lingering_give(ends[0], lingering_socket(LINGERING_LONG), MSG_OOB);
    lingering_is_quick(wire_descriptors_drop(ends[1]), "unread as well");
    close(ends[0]);
}

static void test_unread(void)
{
    open_pair(SOCK_STREAM);
    for (int i = 0; i < 3; i++)
        lingering_give(ends[0], lingering_socket(LINGERING_LONG), 0);
    errno = ENOENT;
    lingering_is_quick(wire_descriptors_drop(ends[1]), "unread ones");
    is_int(errno, ENOENT, "errno stays");
    is_int(send(ends[0], "x", 1, MSG_NOSIGNAL), -1, "it is closed");
    close(ends[0]);
    open_pair(SOCK_STREAM);
    lingering_give(ends[0], lingering_socket(LINGERING_LONG), 0);
    lingering_is_quick(wire_descriptors_empty(ends[1]), "emptied, not closed");
    is_int(send(ends[0], "x", 1, MSG_NOSIGNAL), -1, "it takes no more");
    lingering_is_quick(close(ends[1]), "and can be closed");
    close(ends[0]);
}

/* An empty packet looks like the end of a stream. */
static void test_packets(int type, const char *name)
{
    int fd = lingering_socket(LINGERING_LONG);
    open_pair(type);
    send(ends[0], "", 0, 0);
    if (lingering_pass(ends[0], "", 0, &fd, 1, 0) != 0)
        bail_out("a descriptor could not be passed");
    close(fd);
    close(ends[0]);
    lingering_is_quick(wire_descriptors_drop(ends[1]), name);
}

static void test_backlog(void)
{
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    socklen_t size = sizeof(sa_family_t);
    int listener = socket(AF_UNIX, SOCK_STREAM, 0);
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    if (bind(listener, (struct sockaddr *)&name, size) != 0 ||
        listen(listener, 8) != 0)
        bail_out("can't listen");
    size = sizeof(name);
    getsockname(listener, (struct sockaddr *)&name, &size);
    if (connect(fd, (struct sockaddr *)&name, size) != 0)
        bail_out("can't connect");
    lingering_give(fd, lingering_socket(LINGERING_LONG), 0);
    lingering_is_quick(wire_descriptors_drop(listener),
                       "who was not accepted yet may have passed one");
    close(fd);
}

/* Nests Unix sockets: each is passed through the next one. */
static void test_nested(int depth)
{
    int inner = lingering_socket(LINGERING_LONG), pair[2];
    for (int i = 0; i < depth; i++) {
        if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0)
            bail_out("no socketpair");
        lingering_give(pair[0], inner, 0);
        close(pair[0]);
        inner = pair[1];
    }
    open_pair(SOCK_STREAM);
    lingering_give(ends[0], inner, 0);
    lingering_is_quick(is_int(receive(NULL), -1, "one is nested in others"),
                       "nobody waits for it");
    close_pair();
}

static int listening(struct sockaddr_un *name, socklen_t *size)
{
    int listener = socket(AF_UNIX, SOCK_STREAM, 0);
    *name = (struct sockaddr_un){.sun_family = AF_UNIX};
    wire_descriptors_refuse(listener);
    *size = sizeof(sa_family_t);
    if (bind(listener, (struct sockaddr *)name, *size) != 0 ||
        listen(listener, 8) != 0)
        bail_out("can't listen");
    *size = sizeof(*name);
    getsockname(listener, (struct sockaddr *)name, size);
    return listener;
}

static void is_refused(int to, int flags, const char *name)
{
    ok(lingering_pass(to, "x", 1, &to, 1, flags) < 0 && errno == EPERM, name);
}

static void test_refuse(void)
{
    struct sockaddr_un name;
    socklen_t size;
    open_pair(SOCK_STREAM);
    if (wire_descriptors_refuse(ends[1]) != 0) {
        ok(1, "this kernel can't refuse descriptors # SKIP");
        close_pair();
        return;
    }
    is_refused(ends[0], 0, "descriptors are refused");
    is_refused(ends[0], MSG_OOB, "out of band as well");
    is_int(lingering_pass(ends[1], "x", 1, ends, 1, 0), 1,
           "the other end takes them still");
    wire_descriptors_drop(ends[0]);
    close(ends[1]);
    int listener = listening(&name, &size);
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    connect(fd, (struct sockaddr *)&name, size);
    is_refused(fd, 0, "by who is not accepted yet");
    int accepted = accept(listener, NULL, NULL);
    is_refused(fd, 0, "and by who is");
    is_int(send(fd, "x", 1, MSG_NOSIGNAL), 1, "bytes are not");
    close(accepted);
    close(listener);
    close(fd);
}

int main(void)
{
    int before = open_count(), peers = 0;
    test_plain();
    test_send();
    test_receive();
    test_most();
    test_out_of_band();
    test_unread();
    test_packets(SOCK_SEQPACKET, "packets in a row");
    test_packets(SOCK_DGRAM, "packets");
    test_backlog();
    test_nested(1);
    test_nested(4);
    test_refuse();
    peers = open_count() - before;
    is_int(peers, lingering_count, "no descriptor is left open");
    return done_testing();
}
