/* SPDX-License-Identifier: Apache-2.0 */
/* pw_poller.h: waits for events on many descriptors, from many threads. There
 * are two implementations: pw_poller_linux.c over epoll(7) and,
 * otherwise, pw_poller_poll.c over poll(2). common_system.h chooses. */

#ifndef PW_POLLER_H
#define PW_POLLER_H

#include "common_system.h"

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

typedef struct pw_poller {
#ifdef COMMON_LINUX
    int fd; /* of epoll(7) */
#else
    int lead[2];          /* pipe: holds a byte while no thread polls */
    int wake[2];          /* pipe: a byte makes the leader read the set again */
    size_t turn;          /* where the leader's search for an event begins */
    pthread_mutex_t lock; /* guards all fields below */
    int polling;          /* 1: the leader is in poll(2) */
    struct pw_poller_entry *entries; /* the set; allocated */
    size_t count;                    /* entries in the set */
    size_t size;                     /* entries that there is room for */
    int closing;                     /* 1: the watcher must end */
    pid_t watched;     /* process whose watcher runs; 0: there is none */
    pthread_t watcher; /* shows events to the program's own loop */
    int shown[2];      /* pipe: holds a byte while there may be an event */
    int rested[2];     /* pipe: a byte makes the watcher poll again */
#endif
} pw_poller_t;

typedef struct pw_event {
    uint64_t tag; /* as given to pw_poller_add() */
    int input;    /* 1: there is something to read */
    int room;     /* 1: there is room to write, see pw_poller_room() */
    int hangup;   /* 1: the peer has shut down its sending side, or is gone */
} pw_event_t;

enum pw_poller_mode {
    /* Reported as long as there is something to read. */
    PW_LEVEL,
    /* Reported once when something new has come; with poll(2), not again before
     * pw_poller_resume(). The thread that takes the event reads all there
     * is. */
    PW_EDGE
};

/* Makes an empty set. Returns 0, or -1 with errno. */
int pw_poller_open(pw_poller_t *poller);

/* Frees the set. In a forked child, too: the parent's set is not affected. */
void pw_poller_close(pw_poller_t *poller);

/* Adds fd to the set. Its events carry tag. Returns 0, or -1 with errno. */
int pw_poller_add(pw_poller_t *poller, int fd, uint64_t tag,
                  enum pw_poller_mode mode);

/* Takes fd, which is still open, out of the set. */
void pw_poller_remove(pw_poller_t *poller, int fd);

/* The owner of fd, an edge entry, has read all and waits for more. epoll needs
 * no system call for this. */
void pw_poller_resume(pw_poller_t *poller, int fd);

/* Makes events of fd, an edge entry with that tag, also report room to write
 * (awaited 1), or no longer (0). */
void pw_poller_room(pw_poller_t *poller, int fd, uint64_t tag, int awaited);

/* Returns a descriptor for poll(2) that is readable while there may be an
 * event, or -1 with errno. */
int pw_poller_fd(pw_poller_t *poller);

/* To be called when pw_poller_wait() has found no event, in a program that
 * watches the descriptor: it is not readable before the next event. epoll needs
 * no system call for this. */
void pw_poller_rest(pw_poller_t *poller);

/* Waits up to timeout_ms milliseconds (-1: without limit) for one event and
 * takes it. Returns 1 with *event set, 0 after the time, or -1 with errno. With
 * poll(2) and a timeout of 0 the answer is also 0 while another thread polls.
 */
int pw_poller_wait(pw_poller_t *poller, pw_event_t *event, int timeout_ms);

#endif /* PW_POLLER_H */
