/* SPDX-License-Identifier: Apache-2.0 */
/* pw_poller_poll.c: the poller over poll(2), for systems without epoll. One
 * thread at a time polls, the leader. A change of the set wakes it by a byte in
 * a pipe. What was reported of an edge entry is not polled until its owner
 * resumes it.
 *
 * The leader is the thread that has taken the one byte out of the pipe `lead`.
 * The other threads poll that pipe, because a timeout or a signal must be able
 * to end their wait. A mutex would not allow that. */

#include "pw_poller.h"

#include "common_clock.h"
#include "pw_fd.h"

#ifndef COMMON_LINUX

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#ifndef POLLRDHUP
#define POLLRDHUP 0
#endif

struct pw_poller_entry {
    int fd;
    short
        events; /* polled now; of an edge entry not those that were reported */
    uint64_t tag;
    enum pw_poller_mode mode;
};

#define ARRIVALS (POLLIN | POLLRDHUP)

static void close_pipe(const int fds[2])
{
    close(fds[0]);
    close(fds[1]);
}

/* The pipe is empty while a thread leads, so the write finds room. */
static void stop_leading(pw_poller_t *poller)
{
    while (write(poller->lead[1], "", 1) < 0 && errno == EINTR)
        ;
}

/* Returns the timeout for a call of poll(2) that must end at until, a time by
 * common_now_us(). A negative until means without limit. */
static int time_left(int64_t until)
{
    if (until < 0)
        return -1;
    int64_t left = until - common_now_us();
    return left > 0 ? (int)((left + 999) / 1000) : 0;
}

/* Returns 1 when this thread leads now, 0 at the time until, or -1 with errno.
 */
static int lead(pw_poller_t *poller, int64_t until)
{
    struct pollfd set = {.fd = poller->lead[0], .events = POLLIN};
    char byte;
    for (;;) {
        int n = poll(&set, 1, time_left(until));
        if (n <= 0)
            return n;
        if (read(poller->lead[0], &byte, 1) == 1)
            return 1;
        if (errno != EAGAIN) /* another thread was faster */
            return -1;
    }
}

int pw_poller_open(pw_poller_t *poller)
{
    *poller = (pw_poller_t){.entries = NULL};
    if (pw_fd_pipe(poller->wake) < 0)
        return -1;
    if (pw_fd_pipe(poller->lead) < 0) {
        close_pipe(poller->wake);
        return -1;
    }
    pthread_mutex_init(&poller->lock, NULL);
    stop_leading(poller);
    return 0;
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
            (struct pw_poller_entry){fd, ARRIVALS, tag, mode};
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

/* Polls the entry of fd for more events, and for fewer. */
static void change(pw_poller_t *poller, int fd, int more, int fewer)
{
    pthread_mutex_lock(&poller->lock);
    struct pw_poller_entry *entry = find(poller, fd);
    int events = entry ? (entry->events | more) & ~fewer : 0;
    if (entry && events != entry->events) {
        entry->events = (short)events;
        changed(poller);
    }
    pthread_mutex_unlock(&poller->lock);
}

void pw_poller_resume(pw_poller_t *poller, int fd)
{
    change(poller, fd, ARRIVALS, 0);
}

void pw_poller_room(pw_poller_t *poller, int fd, uint64_t tag, int awaited)
{
    (void)tag;
    change(poller, fd, awaited ? POLLOUT : 0, awaited ? 0 : POLLOUT);
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
                .fd = poller->entries[i].events ? poller->entries[i].fd : -1,
                .events = poller->entries[i].events};
        *count = (nfds_t)poller->count + 1;
        poller->polling = 1;
    }
    pthread_mutex_unlock(&poller->lock);
    return set;
}

/* An entry may have been removed or reported since poll(2) began, so it is
 * looked up again. */
static int report(pw_poller_t *poller, const struct pollfd *ready,
                  pw_event_t *event)
{
    struct pw_poller_entry *entry = NULL;
    if (ready->fd >= 0 && ready->revents)
        entry = find(poller, ready->fd);
    if (!entry || !entry->events ||
        !(ready->revents & (entry->events | POLLHUP | POLLERR)))
        return 0;
    event->tag = entry->tag;
    event->input = (ready->revents & POLLIN) != 0;
    event->room = (ready->revents & POLLOUT) != 0;
    event->hangup = (ready->revents & ~(POLLIN | POLLOUT)) != 0;
    if (entry->mode == PW_EDGE)
        entry->events &= ~(ready->revents | (event->hangup ? ARRIVALS : 0));
    return 1;
}

/* Reports one of the entries of the set that are ready. The search begins
 * behind the one that was found last: a listener whose connections can't be
 * accepted is ready all the time, and must not hide the others. */
static int report_next(pw_poller_t *poller, const struct pollfd *set,
                       nfds_t count, pw_event_t *event)
{
    for (nfds_t i = 0; i < count; i++) {
        nfds_t at = (poller->turn + i) % count;
        if (report(poller, &set[at], event)) {
            poller->turn = at + 1;
            return 1;
        }
    }
    return 0;
}

/* event may be NULL: no event is taken then. */
static int poll_once(pw_poller_t *poller, pw_event_t *event, int64_t until,
                     int *again)
{
    nfds_t count = 0;
    struct pollfd *set = snapshot(poller, &count);
    if (!set)
        return -1;
    int n = poll(set, count, time_left(until));
    int error = errno, found = 0;
    pthread_mutex_lock(&poller->lock);
    char byte;
    if (!poller->polling)
        *again = read(poller->wake[0], &byte, 1) == 1;
    poller->polling = 0;
    if (n > 0)
        found = event ? report_next(poller, set + 1, count - 1, event)
                      : n > (set[0].revents != 0);
    pthread_mutex_unlock(&poller->lock);
    free(set);
    *again = !found && n >= 0 && (*again || n > 0);
    errno = error;
    return n < 0 ? -1 : found;
}

/* The calls of poll(2) share one end: other threads change the set, or are
 * faster to lead, again and again. */
int pw_poller_wait(pw_poller_t *poller, pw_event_t *event, int timeout_ms)
{
    int64_t until =
        timeout_ms < 0 ? -1 : common_now_us() + timeout_ms * INT64_C(1000);
    int again, n = lead(poller, until);
    if (n <= 0) /* while another thread leads, it takes all events */
        return n;
    do {
        again = 0;
        n = poll_once(poller, event, until, &again);
    } while (again);
    int error = errno;
    stop_leading(poller);
    errno = error;
    return n;
}

/* ---- one descriptor for the whole set ----
 * poll(2) has none. A thread, the watcher, waits for an event and shows it by a
 * byte in a pipe. It does not poll again until the events have been taken,
 * which a byte in another pipe tells it. */

static int is_closing(pw_poller_t *poller)
{
    pthread_mutex_lock(&poller->lock);
    int closing = poller->closing;
    pthread_mutex_unlock(&poller->lock);
    return closing;
}

static int wait_for_rest(pw_poller_t *poller)
{
    struct pollfd set = {.fd = poller->rested[0], .events = POLLIN};
    char byte;
    while (poll(&set, 1, -1) < 0 && errno == EINTR)
        ;
    return read(poller->rested[0], &byte, 1) == 1;
}

static void *watch(void *argument)
{
    pw_poller_t *poller = argument;
    int again;
    do {
        if (lead(poller, -1) <= 0)
            break;
        while (!is_closing(poller) && poll_once(poller, NULL, -1, &again) == 0)
            ;
        stop_leading(poller);
    } while (write(poller->shown[1], "", 1) == 1 && wait_for_rest(poller));
    return NULL;
}

/* Signals are for the program's threads. */
static int start_watcher(pw_poller_t *poller)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int error = pthread_create(&poller->watcher, NULL, watch, poller);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return error ? -1 : 0;
}

int pw_poller_fd(pw_poller_t *poller)
{
    if (poller->watched)
        return poller->shown[0];
    if (pw_fd_pipe(poller->shown) < 0)
        return -1;
    if (pw_fd_pipe(poller->rested) < 0) {
        close_pipe(poller->shown);
        return -1;
    }
    if (start_watcher(poller) < 0) {
        close_pipe(poller->shown);
        close_pipe(poller->rested);
        return -1;
    }
    poller->watched = getpid();
    return poller->shown[0];
}

/* An event that the watcher has just found, and that was not taken, is found
 * again. */
void pw_poller_rest(pw_poller_t *poller)
{
    char byte;
    if (poller->watched && read(poller->shown[0], &byte, 1) == 1 &&
        write(poller->rested[1], "", 1) < 0)
        poller->watched = 0; /* never: the pipe is empty */
}

/* A forked child has no watcher. */
static void stop_watcher(pw_poller_t *poller)
{
    pthread_mutex_lock(&poller->lock);
    poller->closing = 1;
    changed(poller);
    pthread_mutex_unlock(&poller->lock);
    close(poller->rested[1]);
    if (poller->watched == getpid())
        pthread_join(poller->watcher, NULL);
    close(poller->rested[0]);
    close_pipe(poller->shown);
}

void pw_poller_close(pw_poller_t *poller)
{
    if (poller->watched)
        stop_watcher(poller);
    close_pipe(poller->wake);
    close_pipe(poller->lead);
    free(poller->entries);
    poller->entries = NULL;
    poller->count = poller->size = 0;
}

#endif /* COMMON_LINUX */
