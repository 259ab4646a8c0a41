/* SPDX-License-Identifier: Apache-2.0 */
/* pw_poller_poll.c: the poller over poll(2), for systems without epoll. One
 * thread at a time polls, the leader. A change of the set wakes it by a byte in
 * a pipe. An edge entry that was reported is not polled until its owner resumes
 * it. */

#include "pw_poller.h"

#include "pw_fd.h"

#ifndef COMMON_LINUX

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

#ifndef POLLRDHUP
#define POLLRDHUP 0
#endif

struct pw_poller_entry {
    int fd;
    int quiet; /* 1: reported and not yet resumed */
    uint64_t tag;
    enum pw_poller_mode mode;
};

int pw_poller_open(pw_poller_t *poller)
{
    *poller = (pw_poller_t){.entries = NULL};
    if (pw_fd_pipe(poller->wake) < 0)
        return -1;
    pthread_mutex_init(&poller->lead, NULL);
    pthread_mutex_init(&poller->lock, NULL);
    return 0;
}

void pw_poller_close(pw_poller_t *poller)
{
    close(poller->wake[0]);
    close(poller->wake[1]);
    free(poller->entries);
    poller->entries = NULL;
    poller->count = poller->size = 0;
}

/* With the lock held. The pipe holds a byte only while the leader is about to
 * take it, so it never fills. */
static void changed(pw_poller_t *poller)
{
    if (poller->polling && write(poller->wake[1], "", 1) == 1)
        poller->polling = 0;
}

static struct pw_poller_entry *find(pw_poller_t *poller, int fd)
{
    for (size_t i = 0; i < poller->count; i++)
        if (poller->entries[i].fd == fd)
            return &poller->entries[i];
    return NULL;
}

static int grow(pw_poller_t *poller)
{
    size_t size = poller->size ? poller->size * 2 : 16;
    void *entries = realloc(poller->entries, size * sizeof(*poller->entries));
    if (!entries)
        return -1;
    poller->entries = entries;
    poller->size = size;
    return 0;
}

int pw_poller_add(pw_poller_t *poller, int fd, uint64_t tag,
                  enum pw_poller_mode mode)
{
    int rc = 0;
    pthread_mutex_lock(&poller->lock);
    if (poller->count == poller->size)
        rc = grow(poller);
    if (rc == 0)
        poller->entries[poller->count++] =
            (struct pw_poller_entry){fd, 0, tag, mode};
    changed(poller);
    pthread_mutex_unlock(&poller->lock);
    return rc;
}

void pw_poller_remove(pw_poller_t *poller, int fd)
{
    pthread_mutex_lock(&poller->lock);
    struct pw_poller_entry *entry = find(poller, fd);
    if (entry)
        *entry = poller->entries[--poller->count];
    changed(poller);
    pthread_mutex_unlock(&poller->lock);
}

void pw_poller_resume(pw_poller_t *poller, int fd)
{
    pthread_mutex_lock(&poller->lock);
    struct pw_poller_entry *entry = find(poller, fd);
    if (entry && entry->quiet) {
        entry->quiet = 0;
        changed(poller);
    }
    pthread_mutex_unlock(&poller->lock);
}

/* Returns the set for poll(2), the wake pipe first, and sets *count. NULL: no
 * memory. */
static struct pollfd *snapshot(pw_poller_t *poller, nfds_t *count)
{
    pthread_mutex_lock(&poller->lock);
    struct pollfd *set = calloc(poller->count + 1, sizeof(*set));
    if (set) {
        set[0] = (struct pollfd){.fd = poller->wake[0], .events = POLLIN};
        for (size_t i = 0; i < poller->count; i++)
            set[i + 1] = (struct pollfd){
                .fd = poller->entries[i].quiet ? -1 : poller->entries[i].fd,
                .events = POLLIN | POLLRDHUP};
        *count = (nfds_t)poller->count + 1;
        poller->polling = 1;
    }
    pthread_mutex_unlock(&poller->lock);
    return set;
}

/* An entry may have been removed since poll(2) began, so it is looked up again.
 */
static int report(pw_poller_t *poller, const struct pollfd *ready,
                  pw_event_t *event)
{
    struct pw_poller_entry *entry = find(poller, ready->fd);
    if (!entry || entry->quiet)
        return 0;
    entry->quiet = entry->mode == PW_EDGE;
    event->tag = entry->tag;
    event->hangup =
        (ready->revents & (POLLRDHUP | POLLHUP | POLLERR | POLLNVAL)) != 0;
    return 1;
}

static int poll_once(pw_poller_t *poller, pw_event_t *event, int timeout_ms,
                     int *again)
{
    nfds_t count = 0;
    struct pollfd *set = snapshot(poller, &count);
    if (!set)
        return -1;
    int n = poll(set, count, timeout_ms);
    int error = errno, found = 0;
    pthread_mutex_lock(&poller->lock);
    char byte;
    if (!poller->polling)
        *again = read(poller->wake[0], &byte, 1) == 1;
    poller->polling = 0;
    for (nfds_t i = 1; n > 0 && i < count && !found; i++)
        if (set[i].fd >= 0 && set[i].revents)
            found = report(poller, &set[i], event);
    pthread_mutex_unlock(&poller->lock);
    free(set);
    *again = !found && n >= 0 && (*again || n > 0);
    errno = error;
    return n < 0 ? -1 : found;
}

int pw_poller_wait(pw_poller_t *poller, pw_event_t *event, int timeout_ms)
{
    int n, again;
    /* While another thread leads, it takes all events. */
    if (timeout_ms != 0)
        pthread_mutex_lock(&poller->lead);
    else if (pthread_mutex_trylock(&poller->lead) != 0)
        return 0;
    do {
        again = 0;
        n = poll_once(poller, event, timeout_ms, &again);
    } while (again);
    pthread_mutex_unlock(&poller->lead);
    return n;
}

#endif /* COMMON_LINUX */
