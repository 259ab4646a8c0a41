/* SPDX-License-Identifier: Apache-2.0 */
/* pw_clone_make.c: makes the process of a clone by two forks. The process
 * between them ends at once. The clone then becomes a child of persistd, which
 * adopts orphans, and the original has no zombie to reap.
 *
 * fork(2) copies only the calling thread. Locks that other threads hold would
 * stay locked in the clone for ever, and data that they were writing would stay
 * half written. So there must be no other thread at that moment. It is looked
 * at in the first fork itself (pw_fork.c), behind the hooks and what a
 * language's runtime does, which may end their threads before it. */

#include "pw_clone_make.h"

#include "pw_clone.h"
#include "pw_conn.h"
#include "pw_control.h"
#include "pw_fd.h"
#include "pw_open.h"
#include "pw_worker.h"

#include <errno.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#define CLONE_MS 10000 /* how long the clone may take to start */

/* In the original: waits for the byte that the clone writes when it is ready.
 * From then on SO_PEERCRED of its socket gives persistd the clone's pid. */
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
    if (pw_fd_pipe(fds) < 0) {
        pw_clone_answer(worker, 1);
        return 1;
    }
    worker->clone_pipe = fds[1];
    worker->fork_threads = 0;
    pid_t pid = do_fork(context);
    if (pid == 0) {
        if (worker->fork_threads != 1)
            _exit(1);
        close(fds[0]);
        return 0;
    }
    close(fds[1]);
    worker->clone_pipe = -1;
    int born = pid > 0 && is_born(fds[0]);
    close(fds[0]);
    while (pid > 0 && waitpid(pid, NULL, 0) < 0 && errno == EINTR)
        ;
    pw_clone_answer(worker, !born);
    return 1;
}

/* The listening socket keeps its number. The number of the old one may be in
 * use: an interpreter may have opened another file there when it forked. */
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

/* Resets the record to what it was after persist_worker_open(). What the
 * program has stated about itself (capacity, files, signal, clones) stays. */
static void forget(persist_worker_t *worker)
{
    for (unsigned i = 0; i < worker->count; i++)
        pw_conn_forget(worker->conns[i]);
    worker->stopped = worker->leaving = worker->fork_asked = 0;
    pw_control_forget(worker);
    worker->asked = worker->turns = worker->attention = 0;
    worker->served = 0;
}

int persist_worker_clone(persist_worker_t *worker)
{
    forget(worker);
    if (setpgid(0, 0) < 0 || place_passed(worker) < 0 ||
        pw_open_prepare(worker) < 0)
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

void pw_clone_make(persist_worker_t *worker)
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
