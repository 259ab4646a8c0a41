/* SPDX-License-Identifier: Apache-2.0 */
/* pw_poller_linux.c: the poller over epoll(7). Connections are edge-triggered:
 * one that is held wakes other threads at most once for what comes in, and
 * needs no system call to be armed again. */

#include "pw_poller.h"

#ifdef COMMON_LINUX

#include <sys/epoll.h>
#include <unistd.h>

int pw_poller_open(pw_poller_t *poller)
{
    poller->fd = epoll_create1(EPOLL_CLOEXEC);
    return poller->fd < 0 ? -1 : 0;
}

void pw_poller_close(pw_poller_t *poller)
{
    close(poller->fd);
}

int pw_poller_add(pw_poller_t *poller, int fd, uint64_t tag,
                  enum pw_poller_mode mode)
{
    struct epoll_event event = {.events = EPOLLIN | EPOLLRDHUP,
                                .data.u64 = tag};
    if (mode == PW_EDGE)
        event.events |= EPOLLET;
    return epoll_ctl(poller->fd, EPOLL_CTL_ADD, fd, &event);
}

/* close(2) alone does not remove fd while a child process, forked meanwhile,
 * still holds it. */
void pw_poller_remove(pw_poller_t *poller, int fd)
{
    epoll_ctl(poller->fd, EPOLL_CTL_DEL, fd, NULL);
}

void pw_poller_resume(pw_poller_t *poller, int fd)
{
    (void)poller;
    (void)fd;
}

void pw_poller_room(pw_poller_t *poller, int fd, uint64_t tag, int awaited)
{
    struct epoll_event event = {.events = EPOLLIN | EPOLLRDHUP | EPOLLET,
                                .data.u64 = tag};
    if (awaited)
        event.events |= EPOLLOUT;
    epoll_ctl(poller->fd, EPOLL_CTL_MOD, fd, &event);
}

int pw_poller_fd(pw_poller_t *poller)
{
    return poller->fd;
}

void pw_poller_rest(pw_poller_t *poller)
{
    (void)poller;
}

int pw_poller_wait(pw_poller_t *poller, pw_event_t *event, int timeout_ms)
{
    struct epoll_event got;
    int n = epoll_wait(poller->fd, &got, 1, timeout_ms);
    if (n > 0) {
        event->tag = got.data.u64;
        event->input = (got.events & EPOLLIN) != 0;
        event->room = (got.events & EPOLLOUT) != 0;
        event->hangup = (got.events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR)) != 0;
    }
    return n;
}

#endif /* COMMON_LINUX */
