/* SPDX-License-Identifier: Apache-2.0 */
/* pw_open.c: takes over the listening socket that persistd left in this
 * process, and releases everything at the end. */

#include "pw_open.h"

#include "pw_clone.h"
#include "pw_fd.h"
#include "pw_fork.h"
#include "pw_orphan.h"
#include "pw_poller.h"
#include "pw_worker.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define BACKLOG 511

/* Returns the descriptor of PERSIST_WORKER: 3 for "1:3" (version 1). The
 * variable is unset, so that no child process takes itself for the worker. */
static int inherited(void)
{
    const char *value = getenv(WIRE_WORKER_VARIABLE);
    if (!value) {
        errno = ENOENT;
        return -1;
    }
    char *end;
    errno = 0;
    unsigned long version = strtoul(value, &end, 10);
    unsigned long fd = *end == ':' ? strtoul(end + 1, &end, 10) : ULONG_MAX;
    int good = errno == 0 && *end == '\0' && fd <= INT_MAX;
    unsetenv(WIRE_WORKER_VARIABLE);
    if (good && version != WIRE_VERSION)
        errno = EPROTONOSUPPORT;
    else if (!good || !pw_fd_is_listener((int)fd))
        errno = EINVAL;
    else
        return (int)fd;
    return -1;
}

/* listen(2) is called again so that SO_PEERCRED at the connecting side gives
 * the pid of this process, not that of persistd, which made the socket. */
static int prepare_listener(int fd)
{
    if (pw_fd_cloexec(fd) < 0 || pw_fd_nonblock(fd) < 0)
        return -1;
    return listen(fd, BACKLOG);
}

static int prepare_poller(persist_worker_t *worker)
{
    if (pw_poller_open(&worker->poller) < 0)
        return -1;
    if (pw_poller_add(&worker->poller, worker->listen_fd, PW_TAG_LISTEN,
                      PW_LEVEL) == 0 &&
        pw_poller_add(&worker->poller, worker->wake[0], PW_TAG_WAKE,
                      PW_LEVEL) == 0)
        return 0;
    pw_poller_close(&worker->poller);
    return -1;
}

int pw_open_prepare(persist_worker_t *worker)
{
    if (prepare_listener(worker->listen_fd) < 0 || pw_fd_pipe(worker->wake) < 0)
        return -1;
    if (prepare_poller(worker) == 0) {
        if (pw_fork_guard(worker) == 0 && pw_orphan_start(worker) == 0)
            return 0;
        pw_fork_release();
        pw_poller_close(&worker->poller);
    }
    close(worker->wake[0]);
    close(worker->wake[1]);
    return -1;
}

persist_worker_t *persist_worker_open(const char *sdk, unsigned flags)
{
    if (pw_fork_worker()) {
        errno = EBUSY;
        return NULL;
    }
    int fd = inherited();
    if (fd < 0)
        return NULL;
    persist_worker_t *worker = calloc(1, sizeof(*worker));
    if (!worker)
        return NULL;
    worker->sdk = strdup(sdk);
    worker->flags = flags;
    worker->capacity = 1;
    worker->opener = pthread_self();
    worker->listen_fd = fd;
    pw_clone_init(worker);
    pthread_mutex_init(&worker->lock, NULL);
    pthread_cond_init(&worker->idle, NULL);
    if (worker->sdk && pw_open_prepare(worker) == 0)
        return worker;
    free(worker->sdk);
    free(worker);
    return NULL;
}

static void destroy_conn(pw_conn_t *conn)
{
    if (conn->fd >= 0)
        close(conn->fd);
    pw_conn_drop_token(conn);
    wire_reader_destroy(&conn->reader);
    msgpack_sbuffer_destroy(&conn->out);
    msgpack_sbuffer_destroy(&conn->kept);
    free(conn->request.kept);
    free(conn);
}

void persist_worker_destroy(persist_worker_t *worker)
{
    if (!worker)
        return;
    int error = errno;
    if (pw_fork_worker() == worker) { /* else the fork handler closed all */
        pw_orphan_stop();
        pw_fork_release();
        pw_poller_close(&worker->poller);
        close(worker->listen_fd);
        close(worker->wake[0]);
        close(worker->wake[1]);
    }
    for (unsigned i = 0; i < worker->count; i++)
        destroy_conn(worker->conns[i]);
    pthread_cond_destroy(&worker->idle);
    pthread_mutex_destroy(&worker->lock);
    free(worker->files);
    free(worker->sdk);
    free(worker);
    errno = error;
}
