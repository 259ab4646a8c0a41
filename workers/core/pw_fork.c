/* SPDX-License-Identifier: Apache-2.0 */
/* pw_fork.c: the one worker of a process, and the fork handlers. A forked child
 * must hold none of the worker's descriptors, or the socket of a dead worker
 * would still accept connections. exec(2) closes them, but a process like that
 * of os.system("… &") forks first and may stay without exec. */

#include "pw_fork.h"

#include "pw_orphan.h"
#include "pw_poller.h"
#include "pw_threads.h"
#include "pw_worker.h"

#include <errno.h>
#include <unistd.h>

/* The worker is global because the handlers of fork(2) take no argument. A
 * process has one listening socket, and so one worker. */
static persist_worker_t *_Atomic current;

persist_worker_t *pw_fork_worker(void)
{
    return current;
}

/* Counts the threads if the fork is that of a clone. The lock is taken, so that
 * no other thread is in the middle of closing a descriptor: in the child its
 * number may then mean another file, and the address of a token other memory.
 */
static void before_fork(void)
{
    if (!current)
        return;
    if (current->clone_pipe >= 0)
        current->fork_threads = pw_threads_count();
    pthread_mutex_lock(&current->lock);
}

static void after_fork_parent(void)
{
    if (current)
        pthread_mutex_unlock(&current->lock);
}

static void close_all(persist_worker_t *worker)
{
    for (unsigned i = 0; i < worker->count; i++)
        if (worker->conns[i]->fd >= 0)
            close(worker->conns[i]->fd);
    close(worker->listen_fd);
    close(worker->wake[0]);
    close(worker->wake[1]);
    pw_poller_close(&worker->poller);
}

/* Only memory is left in the child. Every function that is called there with
 * the worker or a request of it fails. */
static void after_fork_child(void)
{
    persist_worker_t *worker = current;
    if (!worker)
        return;
    close_all(worker);
    for (unsigned i = 0; i < worker->count; i++) {
        pw_conn_drop_token(worker->conns[i]);
        worker->conns[i]->fd = -1;
        worker->conns[i]->running = 0;
        worker->conns[i]->broken = 1;
        worker->conns[i]->request.answer = PW_ENDED;
    }
    worker->listen_fd = -1;
    worker->control = NULL;
    worker->running = 0;
    worker->stopped = 1;
    pw_orphan_forget();
    pthread_mutex_unlock(&worker->lock);
    current = NULL;
}

int pw_fork_guard(persist_worker_t *worker)
{
    static int registered;
    if (!registered) {
        int error =
            pthread_atfork(before_fork, after_fork_parent, after_fork_child);
        if (error) {
            errno = error;
            return -1;
        }
        registered = 1;
    }
    current = worker;
    return 0;
}

void pw_fork_release(void)
{
    current = NULL;
}
