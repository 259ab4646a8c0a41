/* SPDX-License-Identifier: Apache-2.0 */
/* persist_open.c: takes over what persistd left in this process, and gives it
 * up at the end. */

#include "persist_private.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#define BACKLOG 511
#define FILES_MAX 900u             /* leaves room in a frame of 1024 elements */
#define FILES_LEN_MAX (128u << 10) /* and in the buffer of a socket */

/* "1:3" -> 3; the variable goes, so that no child thinks it was meant. */
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
    else if (!good || !persist_fd_is_listener((int)fd))
        errno = EINVAL;
    else
        return (int)fd;
    return -1;
}

/* listen(2) once more makes SO_PEERCRED of whoever connects name this process
 * and not persistd, which made the socket. */
static int prepare_listener(int fd)
{
    if (persist_fd_cloexec(fd) < 0 || persist_fd_nonblock(fd) < 0)
        return -1;
    return listen(fd, BACKLOG);
}

static int prepare_poller(persist_worker_t *worker)
{
    if (persist_poller_open(&worker->poller) < 0)
        return -1;
    if (persist_poller_add(&worker->poller, worker->listen_fd,
                           PERSIST_TAG_LISTEN, PERSIST_POLL_LEVEL) == 0 &&
        persist_poller_add(&worker->poller, worker->wake[0], PERSIST_TAG_WAKE,
                           PERSIST_POLL_LEVEL) == 0)
        return 0;
    persist_poller_close(&worker->poller);
    return -1;
}

int persist_open_prepare(persist_worker_t *worker)
{
    if (prepare_listener(worker->listen_fd) < 0 ||
        persist_fd_pipe(worker->wake) < 0)
        return -1;
    if (prepare_poller(worker) == 0) {
        if (persist_fork_guard(worker) == 0 &&
            persist_orphan_start(worker) == 0)
            return 0;
        persist_fork_release();
        persist_poller_close(&worker->poller);
    }
    close(worker->wake[0]);
    close(worker->wake[1]);
    return -1;
}

persist_worker_t *persist_worker_open(const char *sdk, unsigned flags)
{
    if (persist_fork_worker()) {
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
    persist_clone_init(worker);
    pthread_mutex_init(&worker->lock, NULL);
    pthread_cond_init(&worker->idle, NULL);
    if (worker->sdk && persist_open_prepare(worker) == 0)
        return worker;
    free(worker->sdk);
    free(worker);
    return NULL;
}

/* How much of the block is whole paths that one frame can hold. */
static size_t fitting(const char *files, size_t len)
{
    size_t end = 0;
    for (unsigned count = 0; count < FILES_MAX && end < len; count++) {
        const char *nul = memchr(files + end, '\0', len - end);
        if (!nul || (size_t)(nul - files) >= FILES_LEN_MAX)
            break;
        end = (size_t)(nul - files) + 1;
    }
    return end;
}

static int keep_files(persist_worker_t *worker, const char *files,
                      size_t files_len)
{
    size_t len = fitting(files, files_len);
    char *copy = len ? malloc(len) : NULL;
    if (len && !copy)
        return -1;
    if (len)
        memcpy(copy, files, len);
    free(worker->files);
    worker->files = copy;
    worker->files_len = len;
    return 0;
}

int persist_worker_ready(persist_worker_t *worker, unsigned capacity,
                         const char *files, size_t files_len)
{
    if (capacity < 1 || capacity > PERSIST_UNITS_MAX) {
        errno = EINVAL;
        return -1;
    }
    if (worker->entered) {
        errno = EBUSY;
        return -1;
    }
    if (keep_files(worker, files, files_len) != 0)
        return -1;
    worker->capacity = capacity;
    return 0;
}

int persist_worker_loaded(persist_worker_t *worker, const char *files,
                          size_t files_len)
{
    pthread_mutex_lock(&worker->lock);
    int rc = keep_files(worker, files, files_len);
    if (rc == 0)
        persist_control_files(worker);
    pthread_mutex_unlock(&worker->lock);
    return rc;
}

int persist_worker_signal(persist_worker_t *worker, int number)
{
    errno = worker->entered ? EBUSY : EINVAL;
    if (worker->entered || number < 1 || number > (int)WIRE_SIGNAL_MAX)
        return -1;
    worker->signal = number;
    return 0;
}

static void destroy_conn(persist_conn_t *conn)
{
    if (conn->fd >= 0)
        close(conn->fd);
    wire_reader_destroy(&conn->reader);
    msgpack_sbuffer_destroy(&conn->out);
    free(conn->request.kept);
    free(conn);
}

void persist_worker_destroy(persist_worker_t *worker)
{
    if (!worker)
        return;
    int error = errno;
    if (persist_fork_worker() == worker) { /* else: a forked child closed all */
        persist_orphan_stop();
        persist_fork_release();
        persist_poller_close(&worker->poller);
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
