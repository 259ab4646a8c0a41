/* SPDX-License-Identifier: Apache-2.0 */
/* listener.c: bind, listen, accept. */

#include "os/listener.h"

#include "base/heap.h"
#include "base/log.h"
#include "os/file_id.h"
#include "wire_descriptors.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#define LISTENER_BACKLOG 511

struct listener {
    uv_poll_t poll;
    int fd;
    /* No descriptors were left, so accepting pauses until the next tick. */
    int paused;
    int told; /* and that has been logged since the last one was accepted */
    listener_fn *accepted;
    void *owner;
    char *path;
    unsigned mode;
    /* Identifies the socket's file. The inode cannot be reused while it
     * listens. */
    file_id_t id;
};

static int bind_path(int fd, const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    size_t len = strlen(path);
    if (len >= sizeof(address.sun_path)) {
        errno = ENAMETOOLONG;
        return -1;
    }
    memcpy(address.sun_path, path, len + 1);
    return bind(fd, (struct sockaddr *)&address, sizeof(address));
}

/* Plain close() is enough on failure, because no peer can have connected. */
static int bound_socket(const char *path, int refusing)
{
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return -1;
    if (refusing)
        wire_descriptors_refuse(fd);
    int bound = bind_path(fd, path) == 0;
    if (bound && listen(fd, LISTENER_BACKLOG) == 0)
        return fd;
    int error = errno;
    if (bound)
        unlink(path);
    close(fd);
    errno = error;
    return -1;
}

/* Does not refuse descriptors: the worker that listens here receives them with
 * FORK. */
int listener_bind(const char *path)
{
    return bound_socket(path, 0);
}

/* Clients see only that persistd does not answer. */
static void listener_pause(listener_t *listener)
{
    if (!listener->told)
        log_say(LOG_ERROR,
                "connections to %s can't be accepted: %s; nobody who asks is "
                "answered until that has passed (open files: ulimit -n, "
                "LimitNOFILE of systemd)",
                listener->path, strerror(errno));
    listener->told = 1;
    listener->paused = 1;
    uv_poll_stop(&listener->poll);
}

static void listener_event(uv_poll_t *poll, int status, int events)
{
    listener_t *listener = poll->data;
    (void)status;
    (void)events;
    int fd = accept4(listener->fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (fd >= 0) {
        listener->told = 0;
        listener->accepted(listener->owner, fd);
        return;
    }
    if (errno != EAGAIN && errno != EINTR && errno != ECONNABORTED)
        listener_pause(listener);
}

static void listener_resume(listener_t *listener)
{
    if (!listener->paused)
        return;
    listener->paused = 0;
    uv_poll_start(&listener->poll, UV_READABLE, listener_event);
}

static listener_t *listener_make(uv_loop_t *loop, int fd, listener_fn *accepted,
                                 void *owner)
{
    listener_t *listener = heap_make(1, sizeof(*listener));
    int error = uv_poll_init(loop, &listener->poll, fd);
    if (error) {
        free(listener);
        errno = -error;
        return NULL;
    }
    listener->poll.data = listener;
    listener->fd = fd;
    listener->accepted = accepted;
    listener->owner = owner;
    listener->paused = 1;
    listener_resume(listener);
    return listener;
}

/* Makes a listener of a bound socket, and sets the file's mode. Returns NULL
 * with errno. */
static listener_t *listener_name(uv_loop_t *loop, int fd, const char *path,
                                 unsigned mode, listener_fn *accepted,
                                 void *owner)
{
    file_id_t id;
    if (chmod(path, mode) != 0 || file_id_take(&id, path) != 0)
        return NULL;
    listener_t *listener = listener_make(loop, fd, accepted, owner);
    if (!listener)
        return NULL;
    listener->path = heap_text(path, strlen(path));
    listener->mode = mode;
    listener->id = id;
    return listener;
}

listener_t *listener_open(uv_loop_t *loop, const char *path, unsigned mode,
                          listener_fn *accepted, void *owner)
{
    if (unlink(path) != 0 && errno != ENOENT)
        return NULL;
    int fd = bound_socket(path, 1);
    if (fd < 0)
        return NULL;
    listener_t *listener = listener_name(loop, fd, path, mode, accepted, owner);
    if (!listener) {
        int error = errno;
        unlink(path);
        errno = error;
        wire_descriptors_drop(fd);
    }
    return listener;
}

static void listener_closed(uv_handle_t *handle)
{
    listener_t *listener = handle->data;
    wire_descriptors_drop(listener->fd);
    free(listener->path);
    free(listener);
}

/* Clients in the backlog of the old socket lose their connections and try
 * again. */
static listener_t *listener_again(listener_t *old)
{
    listener_t *new = listener_open(old->poll.loop, old->path, old->mode,
                                    old->accepted, old->owner);
    log_say(LOG_ERROR, "socket %s has been removed or replaced: %s", old->path,
            new ? "it is bound again" : strerror(errno));
    if (!new)
        return old;
    uv_close((uv_handle_t *)&old->poll, listener_closed);
    return new;
}

listener_t *listener_tick(listener_t *listener)
{
    if (!listener)
        return NULL;
    if (file_id_is_lost(&listener->id, listener->path))
        return listener_again(listener);
    listener_resume(listener);
    return listener;
}
