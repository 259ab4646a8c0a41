/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_server.c: requests to a fork server, and its answers. */

#include "cgi_server.h"

#include "cgi_command.h"
#include "cgi_early.h"
#include "cgi_habit.h"
#include "cgi_limit.h"
#include "common_clock.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/wait.h>
#include <unistd.h>

#define ANSWER_US ((int64_t)5000 * 1000)  /* it does nothing but fork */
#define UNREAD_US ((int64_t)CGI_HABIT_US) /* then programs are listened to */
#define ROOM_US ((int64_t)100 * 1000)     /* one that works has room sooner */

/* ---- the programs that wait ---- */

static void append(cgi_server_t *server, cgi_program_t *program)
{
    program->state = CGI_PROGRAM_AWAITED;
    program->next = NULL;
    if (server->last)
        server->last->next = program;
    else
        server->first = program;
    server->last = program;
}

cgi_program_t *cgi_server_drop(cgi_server_t *server)
{
    cgi_program_t *program = server->first;
    if (program)
        server->first = program->next;
    if (server->pressed)
        server->pressed--;
    if (!server->first)
        server->last = NULL;
    return program;
}

unsigned cgi_server_waiting(const cgi_server_t *server)
{
    return fork_client_waiting(server->client);
}

int64_t cgi_server_due(const cgi_server_t *server)
{
    if (!server->first || server->has_ended)
        return INT64_MAX;
    return server->moved_at + (server->pressed ? ANSWER_US : UNREAD_US);
}

/* ---- answers ---- */

static void note_end(cgi_server_t *server, int error)
{
    server->has_ended = 1;
    server->error = error;
    cgi_source_want(server->epoll, fork_client_fd(server->client),
                    &server->source, 0);
}

/* A pid is that of a child of ours; it must be a new one. Returns 0 when there
 * are no more answers. */
static int take_answer(cgi_server_t *server)
{
    int what = 0;
    fork_answer_t answer = fork_client_take(server->client, &what);
    if (answer == FORK_NO_ANSWER)
        return 0;
    server->moved_at = common_now_us();
    if (answer == FORK_IS_READY) {
        server->is_ready = 1;
    } else if (answer == FORK_HAS_CHILD && server->first &&
               !server->is_known((pid_t)what)) {
        server->forks++;
        cgi_program_begin(cgi_server_drop(server), (pid_t)what);
    } else if (answer == FORK_HAS_FAILED && server->first) {
        cgi_program_fail(cgi_server_drop(server), what);
    } else {
        note_end(server, what);
        return 0;
    }
    return 1;
}

/* Reads no further than to the last answer that a request waits for. What comes
 * without a request is read before the next one is sent, at the latest. */
void cgi_server_take(cgi_server_t *server)
{
    int more = !server->has_ended;
    while (more)
        more = take_answer(server) && !server->has_ended &&
               cgi_server_waiting(server) > 0;
}

/* It may have worked on until it was killed. It is not reaped yet, so its
 * number is still its own. */
void cgi_server_kill(cgi_server_t *server)
{
    siginfo_t info;
    pid_t pid = fork_client_pid(server->client);
    kill(pid, SIGKILL);
    waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT);
    cgi_server_take(server);
    note_end(server, server->error);
}

/* The end of the socket is an event also while answers are none. Where none is
 * owed, all is one: a server that is pressed each time is watched as before. */
static int watch(cgi_server_t *server)
{
    uint32_t answers = server->first && !server->pressed ? EPOLLRDHUP : EPOLLIN;
    uint32_t more = fork_client_wants_write(server->client) ? EPOLLOUT : 0;
    return cgi_source_want(server->epoll, fork_client_fd(server->client),
                           &server->source, answers | more);
}

static void go_on(void *context)
{
    cgi_server_t *server = context;
    int sent = fork_client_send_more(server->client);
    cgi_server_take(server);
    if (!server->has_ended && (sent != 0 || watch(server) != 0))
        cgi_server_kill(server);
}

void cgi_server_press(cgi_server_t *server)
{
    cgi_server_take(server);
    server->pressed = cgi_server_waiting(server);
    if (!server->has_ended && watch(server) != 0)
        cgi_server_kill(server);
}

/* ---- requests ---- */

/* Signals come here, too: the SDK's core gets one when persistd writes to it.
 * One that has not answered for a while is frozen, and not waited for. */
static int has_room(const cgi_server_t *server)
{
    struct pollfd socket = {fork_client_fd(server->client), POLLOUT, 0};
    int count;
    do {
        int64_t left = server->moved_at + ROOM_US - common_now_us();
        count = poll(&socket, 1, left > 0 ? (int)(left / 1000) : 0);
    } while (count < 0 && errno == EINTR);
    return count > 0;
}

/* The socket has room for some dozen requests. The server reads on after each
 * fork. */
static int request(cgi_server_t *server, const int fds[3],
                   const fork_blocks_t *blocks)
{
    int result = fork_client_request(server->client, fds, blocks);
    while (result != 0 && errno == EAGAIN && has_room(server)) {
        if (fork_client_send_more(server->client) != 0)
            return -1;
        result = fork_client_request(server->client, fds, blocks);
    }
    return result;
}

/* The server is of use after some errors: it is full, or nothing was sent. */
static int is_well_after(int error)
{
    return error == EAGAIN || error == EMSGSIZE || error == ENOMEM ||
           error == ENOBUFS || error == ETOOMANYREFS;
}

static fork_blocks_t blocks_of(const cgi_launch_t *launch)
{
    const char *directory = launch->directory;
    fork_blocks_t blocks = {.directory = *directory ? directory : NULL};
    blocks.arguments = cgi_command_block(launch->words, &blocks.arguments_len);
    blocks.environment =
        cgi_command_block(launch->environment, &blocks.environment_len);
    return blocks;
}

int cgi_server_suits(const cgi_server_t *server, const cgi_buffer_t *early,
                     char *const *environment)
{
    if (!cgi_early_suits(early, environment))
        return 0;
    for (; *environment; environment++)
        if (!cgi_early_is(*environment) &&
            fork_client_has_asked(server->client, *environment))
            return 0;
    return 1;
}

int cgi_server_ask(cgi_server_t *server, cgi_program_t *program,
                   const cgi_launch_t *launch, const int fds[3])
{
    const fork_blocks_t blocks = blocks_of(launch);
    if (!server->first)
        server->moved_at = common_now_us();
    int result = request(server, fds, &blocks);
    int is_well = result == 0 || is_well_after(errno);
    if (result == 0)
        append(server, program);
    if (launch->is_hasty)
        server->pressed = cgi_server_waiting(server);
    if (!is_well || watch(server) != 0)
        cgi_server_kill(server);
    return result == 0;
}

/* ---- start and end ---- */

const char *cgi_server_why_not_ready(const cgi_server_t *server)
{
    if (server->error == EBUSY)
        return "it has threads or open files before main()";
    return server->error ? strerror(server->error)
                         : "it has ended before it was ready";
}

int cgi_server_start(cgi_server_t *server, int epoll,
                     int (*is_known)(pid_t pid), const fork_start_t *start,
                     const char **why)
{
    *server = (cgi_server_t){.epoll = epoll,
                             .is_known = is_known,
                             .source = {go_on, server, 0},
                             .moved_at = common_now_us()};
    server->client = fork_client_start(start, why);
    if (!server->client)
        return -1;
    cgi_limit_restore_in(fork_client_pid(server->client));
    if (watch(server) == 0)
        return 0;
    *why = "its socket cannot be waited for";
    cgi_server_end(server);
    return -1;
}

/* The process is ours until it is reaped. It may be one that does not end at
 * the end of its socket. */
void cgi_server_end(cgi_server_t *server)
{
    cgi_program_t *program;
    pid_t pid = fork_client_pid(server->client);
    cgi_source_want(server->epoll, fork_client_fd(server->client),
                    &server->source, 0);
    fork_client_stop(server->client);
    server->client = NULL;
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    while ((program = cgi_server_drop(server)) != NULL)
        program->state = CGI_PROGRAM_LOST;
}
