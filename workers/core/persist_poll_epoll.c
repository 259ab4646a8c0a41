/* SPDX-License-Identifier: Apache-2.0 */
/* persist_poll_epoll.c: the poller over epoll(7). Edge-triggered, so that a
 * connection at work wakes other threads at most once for what comes in, and
 * needs no call to be armed again. */

#include "persist_private.h"

#ifdef PERSIST_USE_EPOLL

#include <sys/epoll.h>
#include <unistd.h>

int persist_poller_open(persist_poller_t *poller)
{
    poller->fd = epoll_create1(EPOLL_CLOEXEC);
    return poller->fd < 0 ? -1 : 0;
}

void persist_poller_close(persist_poller_t *poller)
{
    close(poller->fd);
}

int persist_poller_add(persist_poller_t *poller, int fd, uint64_t tag,
                       enum persist_poll_mode mode)
{
    struct epoll_event event = {.events = EPOLLIN | EPOLLRDHUP,
                                .data.u64 = tag};
    if (mode == PERSIST_POLL_EDGE)
        event.events |= EPOLLET;
    return epoll_ctl(poller->fd, EPOLL_CTL_ADD, fd, &event);
}

/* Not left to close(2): a child forked meanwhile may hold the descriptor. */
void persist_poller_remove(persist_poller_t *poller, int fd)
{
    epoll_ctl(poller->fd, EPOLL_CTL_DEL, fd, NULL);
}

void persist_poller_resume(persist_poller_t *poller, int fd)
{
    (void)poller;
    (void)fd;
}

int persist_poller_wait(persist_poller_t *poller, persist_event_t *event,
                        int timeout_ms)
{
    struct epoll_event got;
    int n = epoll_wait(poller->fd, &got, 1, timeout_ms);
    if (n > 0) {
        event->tag = got.data.u64;
        event->hangup = (got.events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR)) != 0;
    }
    return n;
}

#endif /* PERSIST_USE_EPOLL */
