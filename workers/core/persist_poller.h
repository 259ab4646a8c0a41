/* SPDX-License-Identifier: Apache-2.0 */
/* persist_poller.h: waits on many descriptors, from many threads. Two
 * implementations: persist_poll_epoll.c (Linux) and persist_poll_poll.c. */

#ifndef PERSIST_POLLER_H
#define PERSIST_POLLER_H

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__linux__) && !defined(PERSIST_USE_POLL)
#define PERSIST_USE_EPOLL 1
#endif

typedef struct persist_poller {
#ifdef PERSIST_USE_EPOLL
    int fd;
#else
    pthread_mutex_t lead; /* held by the one thread that polls */
    pthread_mutex_t lock; /* guards what follows */
    int wake[2];          /* tells the leader to look at the set again */
    int polling;          /* the leader is in poll(2) */
    struct persist_poll_entry *entries;
    size_t count, size;
#endif
} persist_poller_t;

typedef struct persist_event {
    uint64_t tag;
    int hangup; /* the peer has shut down its sending side, or is gone */
} persist_event_t;

enum persist_poll_mode {
    PERSIST_POLL_LEVEL, /* reported as long as there is something */
    /* Reported once when something new has come; with poll(2), not again
     * before persist_poller_resume(). Who gets the event reads all there is. */
    PERSIST_POLL_EDGE
};

/* 0, or -1 with errno. */
int persist_poller_open(persist_poller_t *poller);

/* In a forked child also: the parent's is not disturbed. */
void persist_poller_close(persist_poller_t *poller);

/* 0, or -1 with errno. */
int persist_poller_add(persist_poller_t *poller, int fd, uint64_t tag,
                       enum persist_poll_mode mode);

void persist_poller_remove(persist_poller_t *poller, int fd);

/* The descriptor's owner waits for more on it. No system call with epoll. */
void persist_poller_resume(persist_poller_t *poller, int fd);

/* Takes one event. 1, 0 after timeout_ms (-1: never), or -1 with errno. */
int persist_poller_wait(persist_poller_t *poller, persist_event_t *event,
                        int timeout_ms);

#endif /* PERSIST_POLLER_H */
