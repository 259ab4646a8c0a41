/* SPDX-License-Identifier: Apache-2.0 */
/* notice_linux.c: one inotify descriptor, shared with all lookers. A directory
 * has one number, whatever path led to it. */

#include "common_system.h"

#ifdef COMMON_LINUX

#include "os/notice.h"

#include "base/heap.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

/* One of a directory itself concerns all its files, so few are read in a turn:
 * other descriptors are waiting. */
#define EVENTS_SIZE 2048

typedef struct watched {
    int number;
    notice_t *listeners;
} watched_t;

/* The state of this process, sorted by number. */
static struct {
    int fd;
    uv_poll_t poll;
    watched_t *at;
    size_t count;
} watches = {.fd = -1};

/* The index of the number, or the index at which to insert it. */
static size_t place_of(int number)
{
    size_t from = 0, to = watches.count;
    while (from < to) {
        size_t middle = from + (to - from) / 2;
        if (watches.at[middle].number < number)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

static watched_t *find(int number)
{
    size_t place = place_of(number);
    return place < watches.count && watches.at[place].number == number
               ? &watches.at[place]
               : NULL;
}

static void forget(watched_t *watched)
{
    size_t place = (size_t)(watched - watches.at);
    watches.count--;
    memmove(watched, watched + 1, (watches.count - place) * sizeof(*watched));
}

/* The kernel has removed the watch, because the directory or its file system is
 * gone. */
static void end(watched_t *watched)
{
    notice_t *listeners = watched->listeners, *next;
    forget(watched);
    for (notice_t *notice = listeners; notice; notice = next) {
        notice_fn *fn = notice->heard;
        next = notice->next;
        notice->heard = NULL;
        fn(notice, NULL);
    }
}

static void report(const watched_t *watched, const char *name)
{
    for (notice_t *notice = watched->listeners; notice; notice = notice->next)
        notice->heard(notice, name);
}

/* Events were lost, so anything may have changed. */
static void report_all(void)
{
    for (size_t i = 0; i < watches.count; i++)
        report(&watches.at[i], NULL);
}

static void take(const struct inotify_event *event)
{
    watched_t *watched = find(event->wd);
    if (event->mask & IN_Q_OVERFLOW)
        report_all();
    else if (watched && (event->mask & IN_IGNORED))
        end(watched);
    else if (watched)
        report(watched, event->len > 0 ? event->name : NULL);
}

static void heard(uv_poll_t *poll, int status, int events)
{
    _Alignas(struct inotify_event) char bytes[EVENTS_SIZE];
    (void)poll;
    (void)status;
    (void)events;
    ssize_t len = read(watches.fd, bytes, sizeof(bytes));
    for (ssize_t at = 0; at < len;) {
        const struct inotify_event *event = (const void *)(bytes + at);
        at += (ssize_t)(sizeof(*event) + event->len);
        take(event);
    }
}

int notice_open(uv_loop_t *loop)
{
    if (watches.fd >= 0)
        return watches.fd;
    watches.fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    if (watches.fd >= 0 &&
        (uv_poll_init(loop, &watches.poll, watches.fd) != 0 ||
         uv_poll_start(&watches.poll, UV_READABLE, heard) != 0)) {
        close(watches.fd);
        watches.fd = -1;
    }
    if (watches.fd >= 0)
        uv_unref((uv_handle_t *)&watches.poll);
    return watches.fd;
}

void notice_join(notice_t *notice, int number, notice_fn *fn)
{
    size_t place = place_of(number);
    if (!find(number)) {
        watches.at =
            heap_grow(watches.at, watches.count + 1, sizeof(*watches.at));
        memmove(watches.at + place + 1, watches.at + place,
                (watches.count - place) * sizeof(*watches.at));
        watches.at[place] = (watched_t){.number = number};
        watches.count++;
    }
    notice->number = number;
    notice->heard = fn;
    notice->next = watches.at[place].listeners;
    watches.at[place].listeners = notice;
}

void notice_leave(notice_t *notice)
{
    watched_t *watched = notice->heard ? find(notice->number) : NULL;
    notice->heard = NULL;
    if (!watched)
        return;
    notice_t **link = &watched->listeners;
    while (*link != notice)
        link = &(*link)->next;
    *link = notice->next;
}

void notice_settle(void)
{
    for (size_t i = watches.count; i-- > 0;)
        if (!watches.at[i].listeners) {
            inotify_rm_watch(watches.fd, watches.at[i].number);
            forget(&watches.at[i]);
        }
}

#endif /* COMMON_LINUX */
