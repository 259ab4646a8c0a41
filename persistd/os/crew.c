/* SPDX-License-Identifier: Apache-2.0 */
/* crew.c: starts lookers with posix_spawn and talks to each over a socket pair.
 * When persistd ends, the pairs are closed, and so the lookers end too. */

#include "os/crew.h"

#include "base/heap.h"
#include "os/notice.h"
#include "wire_descriptors.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

/* The state of this process. */
static struct {
    uv_loop_t *loop;
    const char *program, *name;
    const crew_handlers_t *handlers;
    int notice; /* the descriptor for notices that lookers inherit */
    looker_t *first;
} crew;

/* Lookers do not get the error log: scripts run as the same user, and could
 * take it from a looker that has not hidden itself yet. */
static int add_descriptors(posix_spawn_file_actions_t *actions, int theirs)
{
    int error = posix_spawn_file_actions_adddup2(actions, theirs, STDIN_FILENO);
    if (!error)
        error = posix_spawn_file_actions_addopen(actions, STDERR_FILENO,
                                                 "/dev/null", O_WRONLY, 0);
    if (!error)
        error = posix_spawn_file_actions_adddup2(
            actions, crew.notice >= 0 ? crew.notice : STDERR_FILENO,
            STDOUT_FILENO);
    return error;
}

/* Lookers inherit the environment, because it holds no secrets. */
static int spawn(int theirs)
{
    char *arguments[] = {(char *)LOOKER_PROGRAM, (char *)crew.name, NULL};
    posix_spawn_file_actions_t actions;
    pid_t pid;
    int error = posix_spawn_file_actions_init(&actions);
    if (error)
        return error;
    error = add_descriptors(&actions, theirs);
    if (!error)
        error =
            posix_spawn(&pid, crew.program, &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

/* Each send buffer holds one whole question. persistd's end refuses
 * descriptors, because a script could make a looker that has not hidden itself
 * yet send any. */
static int open_pair(int pair[2])
{
    int room = (int)(LOOKER_BYTES * 2);
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0)
        return -1;
    for (int i = 0; i < 2; i++) {
        fcntl(pair[i], F_SETFD, FD_CLOEXEC);
        setsockopt(pair[i], SOL_SOCKET, SO_SNDBUF, &room, sizeof(room));
    }
    fcntl(pair[0], F_SETFL, O_NONBLOCK);
    wire_descriptors_refuse(pair[0]);
    return 0;
}

static void looker_free(uv_handle_t *handle)
{
    free(handle->data);
}

void crew_dismiss(looker_t *looker)
{
    looker_t **link = &crew.first;
    while (*link != looker)
        link = &(*link)->next;
    *link = looker->next;
    uv_close((uv_handle_t *)&looker->poll, looker_free);
    wire_descriptors_drop(looker->fd);
}

/* The looker has ended, or has sent something unasked. */
static void lose(looker_t *looker)
{
    void *work = looker->work;
    crew_dismiss(looker);
    if (work)
        crew.handlers->lost(work);
}

static void heard(uv_poll_t *poll, int status, int events)
{
    looker_t *looker = poll->data;
    size_t missing = looker->want - looker->got;
    (void)status;
    (void)events;
    if (!missing) {
        lose(looker);
        return;
    }
    ssize_t got = wire_descriptors_receive(
        looker->fd, (char *)looker->found + looker->got, missing, 0, NULL);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (got <= 0) {
        lose(looker);
        return;
    }
    looker->got += (size_t)got;
    if (looker->got < looker->want)
        return;
    void *work = looker->work;
    looker->work = NULL;
    uv_unref((uv_handle_t *)poll);
    crew.handlers->answered(looker, work);
}

static looker_t *take_on(int fd)
{
    looker_t *looker = heap_make(1, sizeof(*looker));
    if (uv_poll_init(crew.loop, &looker->poll, fd) != 0) {
        free(looker);
        wire_descriptors_drop(fd);
        return NULL;
    }
    looker->poll.data = looker;
    looker->fd = fd;
    uv_poll_start(&looker->poll, UV_READABLE, heard);
    uv_unref((uv_handle_t *)&looker->poll);
    looker->next = crew.first;
    crew.first = looker;
    return looker;
}

/* The looker is reaped like any other child that is not a worker. */
looker_t *crew_hire(void)
{
    int pair[2];
    if (open_pair(pair) != 0)
        return NULL;
    int error = spawn(pair[1]);
    close(pair[1]);
    if (error)
        close(pair[0]);
    errno = error;
    return error ? NULL : take_on(pair[0]);
}

int crew_give(looker_t *looker, const looker_question_t *question,
              const char *bytes, void *work)
{
    struct iovec parts[] = {{(void *)question, sizeof(*question)},
                            {(void *)bytes, question->bytes}};
    const struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};
    ssize_t size = (ssize_t)(sizeof(*question) + question->bytes);
    if (sendmsg(looker->fd, &message, MSG_NOSIGNAL) != size) {
        shutdown(looker->fd, SHUT_RDWR); /* persistd then sees its end */
        return -1;
    }
    looker->work = work;
    looker->want = question->count * sizeof(look_found_t);
    looker->got = 0;
    uv_ref((uv_handle_t *)&looker->poll);
    return 0;
}

looker_t *crew_first(void)
{
    return crew.first;
}

void crew_prepare(uv_loop_t *loop, const char *program, const char *name,
                  const crew_handlers_t *handlers)
{
    crew.loop = loop;
    crew.program = program;
    crew.name = name;
    crew.handlers = handlers;
    crew.notice = notice_open(loop);
}
