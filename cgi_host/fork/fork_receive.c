/* SPDX-License-Identifier: Apache-2.0 */
/* fork_receive.c: reads no byte behind the request. */

#include "fork/fork_receive.h"

#ifdef FORK_SUPPORTED

#include "fork/fork_system.h"

#include <errno.h>

/* Returns 1 once all is read, 0 at the end of the socket, or -errno. */
static long read_all(int socket, void *buffer, size_t size)
{
    char *at = buffer;
    while (size > 0) {
        long got = fork_system_read(socket, at, size);
        if (got == -EINTR)
            continue;
        if (got <= 0)
            return got;
        at += got;
        size -= (size_t)got;
    }
    return 1;
}

static void take_descriptors(fork_request_t *request,
                             const struct cmsghdr *control, size_t size)
{
    const int *fds = (const int *)CMSG_DATA(control);
    if (size < sizeof(*control) || control->cmsg_level != SOL_SOCKET ||
        control->cmsg_type != SCM_RIGHTS)
        return;
    int count = (int)((control->cmsg_len - CMSG_LEN(0)) / sizeof(*fds));
    for (int i = 0; i < count && i <= FORK_DESCRIPTORS; i++)
        request->fds[request->fds_count++] = fds[i];
}

/* The descriptors come with the first byte. Returns how many bytes of the head
 * came, 0 at the end of the socket, or -errno. It sleeps in ppoll(): recvmsg()
 * would also be woken each time that the host reads an answer, which makes room
 * in the socket. */
static long read_begin(int socket, fork_request_t *request)
{
    union {
        struct cmsghdr head;
        char space[CMSG_SPACE(sizeof(request->fds))];
    } control;
    struct iovec part = {&request->head, sizeof(request->head)};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    long got;
    do {
        fork_system_wait_readable(socket);
        message.msg_control = &control;
        message.msg_controllen = sizeof(control);
        got = fork_system_receive(socket, &message);
    } while (got == -EINTR);
    if (got > 0)
        take_descriptors(request, &control.head, message.msg_controllen);
    return got;
}

static long read_head(int socket, fork_request_t *request)
{
    long got = read_begin(socket, request);
    if (got <= 0)
        return got;
    got = read_all(socket, (char *)&request->head + got,
                   sizeof(request->head) - (size_t)got);
    if (got <= 0)
        return got;
    if (fork_head_sum(&request->head) > FORK_BLOCKS_MAX)
        return -EMSGSIZE;
    return request->fds_count == FORK_DESCRIPTORS ? 1 : -EBADF;
}

static int ends(const char *block, size_t len)
{
    return len == 0 || block[len - 1] == '\0';
}

static long read_blocks(int socket, fork_request_t *request)
{
    const fork_head_t *head = &request->head;
    size_t sum = fork_head_sum(head);
    if (sum == 0)
        return 1;
    request->arguments = fork_system_map(sum);
    if (!request->arguments)
        return -ENOMEM;
    request->environment = request->arguments + head->arguments_len;
    request->directory = request->environment + head->environment_len;
    long got = read_all(socket, request->arguments, sum);
    if (got <= 0)
        return got;
    return ends(request->arguments, head->arguments_len) &&
                   ends(request->environment, head->environment_len) &&
                   ends(request->directory, head->directory_len)
               ? 1
               : -EINVAL;
}

long fork_receive(int socket, fork_request_t *request)
{
    request->fds_count = 0;
    request->arguments = request->environment = request->directory = NULL;
    long got = read_head(socket, request);
    return got > 0 ? read_blocks(socket, request) : got;
}

void fork_receive_free(fork_request_t *request)
{
    for (int i = 0; i < request->fds_count; i++)
        fork_system_close(request->fds[i]);
    if (request->arguments)
        fork_system_unmap(request->arguments, fork_head_sum(&request->head));
}

#endif /* FORK_SUPPORTED */
