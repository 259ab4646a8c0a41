/* SPDX-License-Identifier: Apache-2.0 */
/* watch_linux.c: a pidfd refers to one process for ever, even after its end. */

#include "common_system.h"

#ifdef COMMON_LINUX

#include "os/watch.h"

#include "base/heap.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef SO_PEERPIDFD
#define SO_PEERPIDFD 77 /* since Linux 6.5 */
#endif
#ifndef PIDFD_SIGNAL_PROCESS_GROUP
#define PIDFD_SIGNAL_PROCESS_GROUP (1U << 2) /* since Linux 6.9 */
#endif

struct watch {
    uv_poll_t poll;
    int fd;
    pid_t pid;
    watch_fn *ended;
    void *owner;
};

/* Not every C library wraps these (glibc does since 2.36). */
static int open_pidfd(pid_t pid)
{
    return (int)syscall(SYS_pidfd_open, pid, 0); /* close-on-exec by itself */
}

static int send_signal(const watch_t *watch, int number, unsigned flags)
{
    return (int)syscall(SYS_pidfd_send_signal, watch->fd, number, NULL, flags);
}

static void watch_ended(uv_poll_t *poll, int status, int events)
{
    (void)status;
    (void)events;
    watch_t *watch = poll->data;
    uv_poll_stop(poll);
    watch->ended(watch->owner);
}

static watch_t *watch_make(uv_loop_t *loop, int fd, pid_t pid, watch_fn *ended,
                           void *owner)
{
    watch_t *watch = heap_make(1, sizeof(*watch));
    int error = uv_poll_init(loop, &watch->poll, fd);
    if (error) {
        free(watch);
        close(fd);
        errno = -error;
        return NULL;
    }
    watch->poll.data = watch;
    watch->fd = fd;
    watch->pid = pid;
    watch->ended = ended;
    watch->owner = owner;
    uv_poll_start(&watch->poll, UV_READABLE, watch_ended);
    return watch;
}

watch_t *watch_open(uv_loop_t *loop, pid_t pid, watch_fn *ended, void *owner)
{
    int fd = open_pidfd(pid);
    return fd < 0 ? NULL : watch_make(loop, fd, pid, ended, owner);
}

watch_t *watch_peer(uv_loop_t *loop, int fd, pid_t pid, watch_fn *ended,
                    void *owner)
{
    int peer = -1;
    socklen_t size = sizeof(peer);
    if (getsockopt(fd, SOL_SOCKET, SO_PEERPIDFD, &peer, &size) != 0)
        return NULL;
    return watch_make(loop, peer, pid, ended, owner);
}

/* Before Linux 6.9 a group can be killed only by its number. The number is
 * valid as long as the leader has not been reaped. SIGSTOP keeps a live leader
 * from ending; a dead child stays a zombie because we have not reaped it. */
int watch_kill_group(watch_t *watch)
{
    if (send_signal(watch, SIGKILL, PIDFD_SIGNAL_PROCESS_GROUP) == 0)
        return send_signal(watch, SIGKILL, 0);
    if (watch->pid > 1 && send_signal(watch, SIGSTOP, 0) == 0)
        kill(-watch->pid, SIGKILL);
    return send_signal(watch, SIGKILL, 0);
}

int watch_signal(watch_t *watch, int number)
{
    return send_signal(watch, number, 0);
}

static void watch_free(uv_handle_t *handle)
{
    free(handle->data);
}

void watch_close(watch_t *watch)
{
    if (!watch)
        return;
    uv_close((uv_handle_t *)&watch->poll, watch_free);
    close(watch->fd);
}

#endif /* COMMON_LINUX */
