/* SPDX-License-Identifier: Apache-2.0 */
/* persist_descriptors_test.c: descriptors arrive in order, and none leaks. */

#include "exchange/persist_descriptors.h"
#include "lingering.h"
#include "tap.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#define MANY 20

static int ends[2];
static persist_descriptors_t waiting;
static char space[64];

static int open_count(void)
{
    int count = 0;
    for (int fd = 0; fd < 256; fd++)
        count += fcntl(fd, F_GETFD) >= 0;
    return count;
}

/* Sends the text in one message with `count` new descriptors, each of a file of
 * its own. Returns the inode of the first file. */
static ino_t send_text(const char *text, int count)
{
    union {
        struct cmsghdr align;
        char bytes[CMSG_SPACE(MANY * sizeof(int))];
    } control = {{0}};
    struct iovec part = {(void *)(uintptr_t)text, strlen(text)};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    int fds[MANY];
    struct stat info = {0};
    for (int i = 0; i < count; i++) {
        char name[] = "/tmp/pdXXXXXX";
        fds[i] = mkstemp(name);
        unlink(name);
    }
    if (count > 0) {
        size_t size = (size_t)count * sizeof(int);
        fstat(fds[0], &info);
        message.msg_control = control.bytes;
        message.msg_controllen = CMSG_SPACE(size);
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        *header = (struct cmsghdr){.cmsg_len = CMSG_LEN(size),
                                   .cmsg_level = SOL_SOCKET,
                                   .cmsg_type = SCM_RIGHTS};
        memcpy(CMSG_DATA(header), fds, size);
    }
    if (sendmsg(ends[0], &message, 0) != (ssize_t)strlen(text))
        bail_out("sendmsg");
    for (int i = 0; i < count; i++)
        close(fds[i]);
    return info.st_ino;
}

static long receive(size_t room)
{
    return persist_descriptors_read(&waiting, ends[1], space, room,
                                    MSG_DONTWAIT);
}

static ino_t take(void)
{
    struct stat info = {0};
    int fd = persist_descriptors_take(&waiting);
    if (fd < 0)
        return 0;
    fstat(fd, &info);
    close(fd);
    return info.st_ino;
}

static void test_one(void)
{
    is_int(receive(8), -1, "nothing has come");
    is_int(errno, EAGAIN, "… and that is said");
    send_text("plain", 0);
    is_int(receive(64), 5, "bytes come without a descriptor");
    is_int(persist_descriptors_take(&waiting), -1, "… so there is none");
    ino_t sent = send_text("one", 1);
    is_int(receive(64), 3, "bytes come with one");
    is_int(fcntl(waiting.fds[0], F_GETFD), FD_CLOEXEC, "close-on-exec");
    is_int(take(), sent, "it is the one that was sent");
}

static void test_order(void)
{
    ino_t first = send_text("first", 1), second = send_text("second", 1);
    is_int(receive(2), 2, "a frame comes in part");
    is_int(receive(64), 9, "its rest with the next one");
    is_int(take(), first, "descriptors keep their order");
    is_int(take(), second, "… each its own");
}

static void test_surplus(void)
{
    ino_t sent = send_text("many", MANY);
    is_int(receive(64), 4, "a message with many is read");
    is_int(take(), sent, "the first is kept");
    is_int(waiting.count, 0, "… and no other");
    for (int i = 0; i < PERSIST_DESCRIPTORS_MAX + 1; i++)
        send_text("x", 1);
    for (int i = 0; i < PERSIST_DESCRIPTORS_MAX; i++)
        is_int(receive(64), 1, "some may wait");
    is_int(receive(64), -1, "more than frames can wait for are refused");
    is_int(errno, EPROTO, "… as a breach of the protocol");
    persist_descriptors_close(&waiting);
}

/* A worker passes a socket instead of a file. Wherever that socket ends, no
 * thread of httpd waits for it. */
static void test_lingering(void)
{
    const int fds[] = {lingering_socket(LINGERING_LONG),
                       lingering_socket(LINGERING_LONG)};
    lingering_pass(ends[0], "two", 3, fds, 2, 0);
    close(fds[0]);
    close(fds[1]);
    lingering_is_quick(is_int(receive(64), 3, "two sockets come"),
                       "one of them is none that is kept");
    lingering_is_quick(persist_descriptors_close(&waiting), "one is");
    for (int i = 0; i < PERSIST_DESCRIPTORS_MAX + 1; i++) {
        lingering_give(ends[0], lingering_socket(LINGERING_LONG), 0);
        lingering_is_quick(receive(64), "one comes with each byte");
    }
    is_int(errno, EPROTO, "until it is one too many");
    lingering_is_quick(persist_descriptors_close(&waiting), "and all go");
}

int main(void)
{
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
        bail_out("socketpair");
    int before = open_count();
    test_one();
    test_order();
    test_surplus();
    test_lingering();
    is_int(open_count(), before + lingering_count,
           "no descriptor is left open");
    return done_testing();
}
