/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_source.c: epoll. */

#include "cgi_source.h"

#include <sys/epoll.h>
#include <unistd.h>

#define BATCH 64

int cgi_source_want(int epoll, int fd, cgi_source_t *source, uint32_t events)
{
    struct epoll_event event = {.events = events, .data = {.ptr = source}};
    int operation = !events          ? EPOLL_CTL_DEL
                    : source->wanted ? EPOLL_CTL_MOD
                                     : EPOLL_CTL_ADD;
    if (fd < 0 || source->wanted == events)
        return 0;
    if (epoll_ctl(epoll, operation, fd, &event) != 0)
        return -1;
    source->wanted = events;
    return 0;
}

void cgi_source_close(int epoll, int *fd, cgi_source_t *source)
{
    cgi_source_want(epoll, *fd, source, 0);
    source->wanted = 0;
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

/* One that an earlier one of the batch has stopped waiting for is left out. */
void cgi_source_wait(int epoll, int milliseconds)
{
    struct epoll_event events[BATCH];
    int count = epoll_wait(epoll, events, BATCH, milliseconds);
    for (int i = 0; i < count; i++) {
        cgi_source_t *source = events[i].data.ptr;
        if (!source->wanted)
            continue;
        if (source->wanted & EPOLLONESHOT)
            source->wanted = 0;
        source->ready(source->context);
    }
}
