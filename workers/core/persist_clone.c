/* SPDX-License-Identifier: Apache-2.0 */
/* persist_clone.c: copies of this process on persistd's order. Two forks: the
 * process between them ends at once, so that the clone is a child of persistd,
 * which takes orphans in, and this process has no zombie to reap.
 *
 * Only while no request runs and there is one thread: fork(2) copies only the
 * thread that calls it, and what others hold (locks, half-written data) would
 * never be let go in the copy.
 * Why: docs/decisions/clones.md */

#include "persist_private.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define CLONE_MS 10000 /* for the other process to come up */

int persist_worker_clones(persist_worker_t *worker, unsigned requests,
                          const persist_clone_hooks_t *hooks)
{
    if (worker->entered) {
        errno = EBUSY;
        return -1;
    }
    worker->clones = 1;
    worker->clones_after = requests;
    if (hooks)
        worker->hooks = *hooks;
    worker->forks_itself = hooks != NULL;
    return 0;
}

/* What the system knows of no process is refused. */
static int has_one_thread(void)
{
    int count = 0;
    DIR *threads = opendir("/proc/self/task");
    if (!threads)
        return 0;
    for (struct dirent *entry; (entry = readdir(threads)) != NULL;)
        count += entry->d_name[0] != '.';
    closedir(threads);
    return count == 1;
}

/* persistd has not given it up meanwhile. */
static int is_wanted(int listener)
{
    struct pollfd set = {.fd = listener};
    return persist_fd_is_listener(listener) &&
           (poll(&set, 1, 0) == 0 || !(set.revents & POLLHUP));
}

static void drop_passed(persist_worker_t *worker)
{
    for (int i = 0; i < PERSIST_PASSED; i++) {
        if (worker->passed[i] >= 0)
            close(worker->passed[i]);
        worker->passed[i] = -1;
    }
}

void persist_clone_init(persist_worker_t *worker)
{
    worker->passed[0] = worker->passed[1] = worker->clone_pipe = -1;
}

void persist_clone_take(persist_worker_t *worker, const int *fds, int count)
{
    drop_passed(worker);
    for (int i = 0; i < count; i++)
        worker->passed[i] = fds[i];
}

int persist_clone_answer(persist_worker_t *worker, int refused)
{
    const wire_cloned_t cloned = {(uint64_t)refused};
    int rc = 0;
    drop_passed(worker);
    worker->fork_asked = 0;
    pthread_mutex_lock(&worker->lock);
    if (worker->control)
        rc = persist_output_now(worker->control, WIRE_CLONED, &cloned);
    pthread_mutex_unlock(&worker->lock);
    return rc;
}

/* Read in the middle of a request it waits for the end of that. */
int persist_clone_asked(persist_worker_t *worker)
{
    if (!worker->clones || worker->capacity > 1)
        return persist_clone_answer(worker, 1);
    worker->fork_asked = 1;
    return 0;
}

int persist_clone_may(persist_worker_t *worker)
{
    int good = worker->running == 0 && !worker->leaving && !worker->stopped &&
               worker->served >= worker->clones_after &&
               worker->passed[1] >= 0 && is_wanted(worker->passed[0]) &&
               has_one_thread();
    if (!good)
        persist_clone_answer(worker, 1);
    return good;
}

/* In the original: waits for the byte that says that there is a clone, which
 * SO_PEERCRED names to persistd from then on. */
static int is_born(int fd)
{
    struct pollfd set = {.fd = fd, .events = POLLIN};
    char byte;
    int n;
    do
        n = poll(&set, 1, CLONE_MS);
    while (n < 0 && errno == EINTR);
    return n > 0 && read(fd, &byte, 1) == 1;
}

static int plain_fork(void *context)
{
    (void)context;
    return fork();
}

int persist_worker_fork(persist_worker_t *worker)
{
    return persist_worker_fork_by(worker, plain_fork, NULL);
}

int persist_worker_fork_by(persist_worker_t *worker,
                           int (*do_fork)(void *context), void *context)
{
    int fds[2];
    if (persist_fd_pipe(fds) < 0) {
        persist_clone_answer(worker, 1);
        return 1;
    }
    worker->clone_pipe = fds[1];
    pid_t pid = do_fork(context);
    if (pid == 0) {
        close(fds[0]);
        return 0;
    }
    close(fds[1]);
    worker->clone_pipe = -1;
    int born = pid > 0 && is_born(fds[0]);
    close(fds[0]);
    while (pid > 0 && waitpid(pid, NULL, 0) < 0 && errno == EINTR)
        ;
    persist_clone_answer(worker, !born);
    return 1;
}

/* The listening socket stays where it is: in the place of the old one an
 * interpreter may have opened something else, when it forked. */
static int place_passed(persist_worker_t *worker)
{
    int output = worker->passed[1];
    if (dup2(output, STDOUT_FILENO) < 0 || dup2(output, STDERR_FILENO) < 0)
        return -1;
    close(output);
    worker->listen_fd = worker->passed[0];
    worker->passed[0] = worker->passed[1] = -1;
    return 0;
}

/* As after persist_worker_open(), but for what the program has said of itself.
 */
static void forget(persist_worker_t *worker)
{
    for (unsigned i = 0; i < worker->count; i++)
        persist_conn_forget(worker->conns[i]);
    worker->stopped = worker->leaving = worker->fork_asked = 0;
    worker->probes = 0;
    worker->asked = worker->turns = worker->attention = 0;
    worker->served = 0;
}

int persist_worker_clone(persist_worker_t *worker)
{
    forget(worker);
    if (setpgid(0, 0) < 0 || place_passed(worker) < 0 ||
        persist_open_prepare(worker) < 0)
        return -1;
    int rc = write(worker->clone_pipe, "", 1) == 1 ? 0 : -1;
    close(worker->clone_pipe);
    worker->clone_pipe = -1;
    return rc;
}

static void call(void (*hook)(void *context), void *context)
{
    if (hook)
        hook(context);
}

void persist_clone_run(persist_worker_t *worker)
{
    const persist_clone_hooks_t *hooks = &worker->hooks;
    call(hooks->before, hooks->context);
    if (persist_worker_fork(worker) == 0) {
        pid_t pid = fork();
        if (pid != 0)
            _exit(pid < 0);
        if (persist_worker_clone(worker) < 0)
            _exit(1);
    }
    call(hooks->after, hooks->context);
}
