/* SPDX-License-Identifier: Apache-2.0 */
/* bare_worker.c SOCKET: the worker of mod_bare. Answers hello to each frame, or
 * as many bytes as its PATH_INFO, /bytes/N, asks for. */

#include <arpa/inet.h>
#include <msgpack.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define PREFIX 5
#define LARGEST 65536
/* The sizes that mod_persist's workers use. */
#define PIECE (96 << 10)
#define ROOM (256 << 10)

static int watch(int poller, int fd)
{
    struct epoll_event event = {.events = EPOLLIN, .data.fd = fd};
    return epoll_ctl(poller, EPOLL_CTL_ADD, fd, &event);
}

static int listen_at(const char *path)
{
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    if (strlen(path) >= sizeof(name.sun_path))
        return -1;
    strcpy(name.sun_path, path);
    if (fd < 0 || bind(fd, (struct sockaddr *)&name, sizeof(name)) < 0 ||
        listen(fd, 16) < 0)
        return -1;
    return fd;
}

static void pack_text(msgpack_packer *packer, const char *text)
{
    msgpack_pack_bin(packer, strlen(text));
    msgpack_pack_bin_body(packer, text, strlen(text));
}

static int respond(int fd, const char *body, size_t size, size_t left)
{
    msgpack_sbuffer head;
    msgpack_packer packer;
    msgpack_sbuffer_init(&head);
    msgpack_packer_init(&packer, &head, msgpack_sbuffer_write);
    msgpack_sbuffer_write(&head, "\xce\0\0\0\0", PREFIX);
    msgpack_pack_array(&packer, 4);
    msgpack_pack_int(&packer, 200);
    pack_text(&packer, "text/plain");
    msgpack_pack_uint64(&packer, left);
    msgpack_pack_bin(&packer, size);
    uint32_t length = htonl((uint32_t)(head.size - PREFIX + size));
    memcpy(head.data + 1, &length, sizeof(length));
    struct iovec parts[] = {{head.data, head.size}, {(char *)body, size}};
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};
    ssize_t sent = sendmsg(fd, &message, MSG_NOSIGNAL);
    int whole = sent == (ssize_t)(head.size + size);
    msgpack_sbuffer_destroy(&head);
    return whole;
}

static int give(int fd, size_t left)
{
    static char block[PIECE];
    if (!block[0])
        memset(block, 'x', sizeof(block));
    while (left > 0) {
        size_t size = left < PIECE ? left : PIECE;
        left -= size;
        if (!respond(fd, block, size, left))
            return 0;
    }
    return 1;
}

/* Returns the number of bytes in PATH_INFO; 0: hello. */
static size_t wanted(const msgpack_object *variables)
{
    static const char start[] = "PATH_INFO\0/bytes/";
    const char *path =
        variables->type == MSGPACK_OBJECT_BIN
            ? memmem(variables->via.bin.ptr, variables->via.bin.size, start,
                     sizeof(start) - 1)
            : NULL;
    return path ? strtoul(path + sizeof(start) - 1, NULL, 10) : 0;
}

/* Answers one frame of [variables], and parses it as a real worker must. */
static int serve(int fd)
{
    static char bytes[LARGEST];
    ssize_t n = recv(fd, bytes, sizeof(bytes), 0);
    if (n <= PREFIX)
        return 0;
    msgpack_unpacked whole;
    msgpack_unpacked_init(&whole);
    int good = msgpack_unpack_next(&whole, bytes + PREFIX, (size_t)n - PREFIX,
                                   NULL) == MSGPACK_UNPACK_SUCCESS &&
               whole.data.type == MSGPACK_OBJECT_ARRAY &&
               whole.data.via.array.size == 1;
    size_t size = good ? wanted(whole.data.via.array.ptr) : 0;
    msgpack_unpacked_destroy(&whole);
    return good && (size ? give(fd, size) : respond(fd, "hello\n", 6, 0));
}

static void take(int listener, int poller)
{
    int room = ROOM, fd = accept(listener, NULL, NULL);
    if (fd >= 0 &&
        (setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &room, sizeof(room)) < 0 ||
         watch(poller, fd) < 0))
        close(fd);
}

int main(int argc, char **argv)
{
    int listener = argc == 2 ? listen_at(argv[1]) : -1;
    int poller = epoll_create1(0);
    if (listener < 0 || poller < 0 || watch(poller, listener) < 0) {
        perror("bare_worker");
        return 1;
    }
    for (;;) {
        struct epoll_event event;
        if (epoll_wait(poller, &event, 1, -1) < 1)
            continue;
        int fd = event.data.fd;
        if (fd == listener)
            take(listener, poller);
        else if (!serve(fd))
            close(fd);
    }
}
