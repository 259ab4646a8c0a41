/* SPDX-License-Identifier: Apache-2.0 */
/* watch_posix.c: watch.h by polling. Our own child keeps its number until we
 * reap it. The number of another process is only a hint, so such a process is
 * watched but never killed. */

#include "common_system.h"

#ifndef COMMON_LINUX

#include "os/watch.h"

#include "base/heap.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>

struct watch {
    uv_timer_t timer;
    pid_t pid;
    watch_fn *ended;
    void *owner;
};

/* Returns 1 if the process is our child and has not been reaped. *ended: it is
 * a zombie. */
static int is_child(pid_t pid, int *ended)
{
    siginfo_t info = {0};
    if (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0)
        return 0;
    *ended = info.si_pid == pid;
    return 1;
}

static void watch_tick(uv_timer_t *timer)
{
    watch_t *watch = timer->data;
    int ended = 0;
    if (!is_child(watch->pid, &ended))
        ended = kill(watch->pid, 0) != 0 && errno == ESRCH;
    if (!ended)
        return;
    uv_timer_stop(timer);
    watch->ended(watch->owner);
}

watch_t *watch_open(uv_loop_t *loop, pid_t pid, watch_fn *ended, void *owner)
{
    if (kill(pid, 0) != 0 && errno == ESRCH)
        return NULL;
    watch_t *watch = heap_make(1, sizeof(*watch));
    uv_timer_init(loop, &watch->timer);
    watch->timer.data = watch;
    watch->pid = pid;
    watch->ended = ended;
    watch->owner = owner;
    uv_timer_start(&watch->timer, watch_tick, WATCH_LATEST_MS, WATCH_LATEST_MS);
    return watch;
}

watch_t *watch_peer(uv_loop_t *loop, int fd, pid_t pid, watch_fn *ended,
                    void *owner)
{
    (void)loop;
    (void)fd;
    (void)pid;
    (void)ended;
    (void)owner;
    errno = ENOPROTOOPT;
    return NULL;
}

int watch_kill_group(watch_t *watch)
{
    int ended;
    if (!is_child(watch->pid, &ended)) {
        errno = EPERM;
        return -1;
    }
    kill(-watch->pid, SIGKILL);
    return kill(watch->pid, SIGKILL);
}

int watch_signal(watch_t *watch, int number)
{
    int ended;
    if (is_child(watch->pid, &ended))
        return kill(watch->pid, number);
    errno = EPERM;
    return -1;
}

static void watch_free(uv_handle_t *handle)
{
    free(handle->data);
}

void watch_close(watch_t *watch)
{
    if (watch)
        uv_close((uv_handle_t *)&watch->timer, watch_free);
}

#endif /* not COMMON_LINUX */
