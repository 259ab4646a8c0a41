/* SPDX-License-Identifier: Apache-2.0 */
/* bare_worker.c SOCKET: the worker of mod_bare. Says hello to each frame. */

#include <msgpack.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define PREFIX 5
#define LARGEST 65536

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

static int respond(int fd)
{
    msgpack_sbuffer frame;
    msgpack_packer packer;
    msgpack_sbuffer_init(&frame);
    msgpack_packer_init(&packer, &frame, msgpack_sbuffer_write);
    msgpack_sbuffer_write(&frame, "\xce\0\0\0\0", PREFIX);
    msgpack_pack_array(&packer, 3);
    msgpack_pack_int(&packer, 200);
    pack_text(&packer, "text/plain");
    pack_text(&packer, "hello\n");
    frame.data[PREFIX - 1] = (char)(frame.size - PREFIX);
    ssize_t sent = send(fd, frame.data, frame.size, MSG_NOSIGNAL);
    int whole = sent == (ssize_t)frame.size;
    msgpack_sbuffer_destroy(&frame);
    return whole;
}

/* One frame of [variables], which must be read to be answered. */
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
               whole.data.type == MSGPACK_OBJECT_ARRAY;
    msgpack_unpacked_destroy(&whole);
    return good && respond(fd);
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
        if (fd != listener) {
            if (!serve(fd))
                close(fd);
        } else if ((fd = accept(listener, NULL, NULL)) >= 0 &&
                   watch(poller, fd) < 0) {
            close(fd);
        }
    }
}
