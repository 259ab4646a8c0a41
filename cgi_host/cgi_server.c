/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_server.c: requests to a fork server, and its answers. */

#include "cgi_server.h"

#include "cgi_command.h"
#include "cgi_limit.h"
#include "common_clock.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/wait.h>
#include <unistd.h>

#define ANSWER_MS 5000 /* a server has nothing else to do than to fork */

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
    return server->first ? server->moved_at + (int64_t)ANSWER_MS * 1000
                         : INT64_MAX;
}

/* ---- answers ---- */

static void note_end(cgi_server_t *server, int error)
{
    server->has_ended = 1;
    server->error = error;
    cgi_source_want(server->epoll, fork_client_fd(server->client),
                    &server->source, 0);
}

/* Returns 0 when there are no more answers. */
static int take_answer(cgi_server_t *server)
{
    int what = 0;
    fork_answer_t answer = fork_client_take(server->client, &what);
    if (answer == FORK_NO_ANSWER)
        return 0;
    server->moved_at = common_now_us();
    if (answer == FORK_IS_READY) {
        server->is_ready = 1;
    } else if (answer == FORK_HAS_CHILD && server->first) {
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

static void take_answers(void *context)
{
    cgi_server_t *server = context;
    while (take_answer(server))
        continue;
}

/* Signals come here, too: the SDK's core gets one when persistd writes to it.
 */
static int is_ready(const cgi_server_t *server, short event)
{
    struct pollfd socket = {fork_client_fd(server->client), event, 0};
    int count;
    do
        count = poll(&socket, 1, ANSWER_MS);
    while (count < 0 && errno == EINTR);
    return count > 0;
}

void cgi_server_settle(cgi_server_t *server)
{
    while (server->first && !server->has_ended && is_ready(server, POLLIN))
        take_answers(server);
}

/* ---- requests ---- */

/* The socket has room for some dozen requests, and a large environment takes
 * several turns. The server reads on after each fork. Returns 0 when all is
 * sent, or -1 with errno. */
static int send_all(cgi_server_t *server, const int fds[3],
                    const fork_blocks_t *blocks)
{
    int result;
    do
        result = fork_client_request(server->client, fds, blocks);
    while (result != 0 && errno == EAGAIN && is_ready(server, POLLOUT));
    if (result != 0)
        return -1;
    while (fork_client_wants_write(server->client))
        if (!is_ready(server, POLLOUT) ||
            fork_client_send_more(server->client) != 0) {
            errno = EIO;
            return -1;
        }
    return 0;
}

/* A request that was sent in part has no process, and the server is of no more
 * use. It may still owe answers to those before. */
static void give_up(cgi_server_t *server)
{
    if (errno == EMSGSIZE || errno == ENOMEM || errno == ETOOMANYREFS)
        return;
    server->is_leaving = 1;
    if (!server->first)
        note_end(server, EIO);
}

int cgi_server_ask(cgi_server_t *server, cgi_program_t *program,
                   const cgi_launch_t *launch, const int fds[3])
{
    const char *directory = launch->directory;
    fork_blocks_t blocks = {.directory = *directory ? directory : NULL};
    blocks.arguments = cgi_command_block(launch->words, &blocks.arguments_len);
    blocks.environment =
        cgi_command_block(launch->environment, &blocks.environment_len);
    if (!server->first)
        server->moved_at = common_now_us();
    if (send_all(server, fds, &blocks) != 0) {
        give_up(server);
        return 0;
    }
    append(server, program);
    return 1;
}

/* ---- start and end ---- */

int cgi_server_start(cgi_server_t *server, int epoll, char *const *words,
                     char *const *environment, const char *program,
                     const char *library, const char **why)
{
    *server = (cgi_server_t){.epoll = epoll, .moved_at = common_now_us()};
    server->source = (cgi_source_t){take_answers, server, 0};
    server->client = fork_client_start(program, words, environment, library,
                                       STDERR_FILENO, why);
    if (!server->client)
        return -1;
    cgi_limit_restore_in(fork_client_pid(server->client));
    if (cgi_source_want(epoll, fork_client_fd(server->client), &server->source,
                        EPOLLIN) == 0)
        return 0;
    *why = "its socket cannot be waited for";
    cgi_server_end(server);
    return -1;
}

/* The process is ours until it is reaped. It may be frozen, or be one that does
 * not end at the end of its socket. */
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
