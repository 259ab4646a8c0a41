/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_server.c: when there is a fork server, and what it is asked for. */

#include "cgi_server.h"

#include "cgi_buffer.h"
#include "cgi_version.h"
#include "fork/fork_client.h"
#include "fork/fork_hostable.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define ANSWER_MS 1000 /* a server has nothing else to do than to fork */
#define DEATHS_MAX 3   /* of one program; then it is left alone */
#define LIBRARY "persist_fork_server.so"

enum state {
    SERVER_NONE,
    SERVER_STARTING,
    SERVER_READY,
    SERVER_NEVER /* until the program changes */
};

static struct server {
    enum state state;
    fork_client_t *client;
    char library[PATH_MAX]; /* "": there is none */
    char loaded[PATH_MAX];  /* the ELF file that runs */
    cgi_version_t program, elf;
    cgi_buffer_t environment; /* it was started with: "NAME=value" strings */
    int deaths;
} server;

void cgi_server_init(void)
{
    ssize_t n = readlink("/proc/self/exe", server.library, PATH_MAX - 1);
    char *slash = n > 0 ? strrchr(server.library, '/') : NULL;
    size_t room = slash ? (size_t)(server.library + PATH_MAX - slash) : 0;
    if (room > sizeof("/" LIBRARY))
        snprintf(slash, room, "/%s", LIBRARY);
    if (!room || access(server.library, R_OK) != 0)
        server.library[0] = '\0';
}

/* The process is ours until it is reaped. It may be frozen, or be one that does
 * not end at the end of its socket. */
static void stop(enum state state)
{
    if (server.client) {
        pid_t pid = fork_client_pid(server.client);
        fork_client_stop(server.client);
        kill(pid, SIGKILL);
        waitpid(pid, NULL, 0);
    }
    server.client = NULL;
    server.state = state;
    cgi_buffer_free(&server.environment);
}

static void give_up(const char *program, const char *why)
{
    fprintf(stderr, "%s is started by exec for each request: %s\n", program,
            why);
    stop(SERVER_NEVER);
}

/* ---- the environment ---- */

/* What the loader and the C library read before main(): a server has it from
 * its start, so a request must have the same. */
static int is_early(const char *variable)
{
    return strncmp(variable, "LD_", 3) == 0 ||
           strncmp(variable, "MALLOC_", 7) == 0 ||
           strncmp(variable, "GLIBC_TUNABLES=", 15) == 0;
}

/* The early ones, each with its NUL: nothing of a visitor's, since children can
 * see what the server was started with. Returns 0, or -1 with errno. */
static int early_of(char *const *environment, cgi_buffer_t *early)
{
    for (; *environment; environment++)
        if (is_early(*environment) &&
            cgi_buffer_add(early, *environment, strlen(*environment) + 1) != 0)
            return -1;
    return 0;
}

static int is_same(const cgi_buffer_t *a, const cgi_buffer_t *b)
{
    return a->size == b->size &&
           (a->size == 0 || memcmp(a->bytes, b->bytes, a->size) == 0);
}

static int suits(char *const *environment)
{
    cgi_buffer_t early = {0};
    int same = early_of(environment, &early) == 0 &&
               is_same(&early, &server.environment);
    cgi_buffer_free(&early);
    return same;
}

/* ---- start ---- */

#define EARLY_MAX 64

static void start(char *const *command, char *const *environment)
{
    const char *why = NULL;
    char *early[EARLY_MAX + 1];
    size_t count = 0;
    server.program = cgi_version_of(command[0]);
    if (!fork_hostable(command[0], &why))
        return give_up(command[0], why);
    if (early_of(environment, &server.environment) != 0)
        return stop(SERVER_NONE);
    cgi_buffer_t *kept = &server.environment;
    for (size_t at = 0; at < kept->size && count < EARLY_MAX; count++) {
        early[count] = kept->bytes + at;
        at += strlen(early[count]) + 1;
    }
    early[count] = NULL;
    server.client = fork_client_start(command[0], command, early,
                                      server.library, STDERR_FILENO, &why);
    if (!server.client)
        return give_up(command[0], why);
    server.state = SERVER_STARTING;
}

/* Notes which ELF file runs: for a script, that of its interpreter. */
static void note_loaded(void)
{
    char link[64];
    snprintf(link, sizeof(link), "/proc/%ld/exe",
             (long)fork_client_pid(server.client));
    ssize_t n = readlink(link, server.loaded, PATH_MAX - 1);
    server.loaded[n > 0 ? n : 0] = '\0';
    server.elf = cgi_version_of(server.loaded);
    server.state = SERVER_READY;
}

static void look(const char *program)
{
    int what = 0;
    switch (fork_client_take(server.client, &what)) {
    case FORK_NO_ANSWER:
        break;
    case FORK_IS_READY:
        note_loaded();
        break;
    case FORK_HAS_FAILED:
        give_up(program, what == EBUSY
                             ? "it has threads or open files before main()"
                             : strerror(what));
        break;
    default:
        give_up(program, "it has ended before main()");
    }
}

/* A new program may be hostable where the old one was not. */
static int is_stale(const char *program)
{
    return !cgi_version_is(&server.program, program) ||
           (server.state == SERVER_READY &&
            !cgi_version_is(&server.elf, server.loaded));
}

static void prepare(char *const *command, char *const *environment)
{
    if (server.state != SERVER_NONE && is_stale(command[0])) {
        stop(SERVER_NONE);
        server.deaths = 0;
    }
    if (server.state == SERVER_NONE)
        start(command, environment);
    else if (server.state == SERVER_STARTING)
        look(command[0]);
}

/* ---- a request ---- */

static int add_all(cgi_buffer_t *block, char *const *strings)
{
    for (; *strings; strings++)
        if (cgi_buffer_add(block, *strings, strlen(*strings) + 1) != 0)
            return -1;
    return 0;
}

/* Returns 0 when all is sent. Only a large environment takes several turns. */
static int send_all(const int fds[3], const cgi_buffer_t *arguments,
                    const cgi_buffer_t *environment)
{
    const fork_blocks_t blocks = {arguments->bytes, arguments->size,
                                  environment->bytes, environment->size, NULL};
    struct pollfd socket = {fork_client_fd(server.client), POLLOUT, 0};
    if (fork_client_request(server.client, fds, &blocks) != 0)
        return -1;
    while (fork_client_wants_write(server.client))
        if (poll(&socket, 1, ANSWER_MS) <= 0 ||
            fork_client_send_more(server.client) != 0)
            return -1;
    return 0;
}

static void count_death(const char *program)
{
    if (++server.deaths >= DEATHS_MAX)
        give_up(program, "its fork server has died or hung three times");
    else
        stop(SERVER_NONE);
}

/* The answer comes as soon as the fork is made. A server that does not answer
 * is killed. */
static pid_t wait_for_child(const char *program)
{
    int what = 0;
    struct pollfd socket = {fork_client_fd(server.client), POLLIN, 0};
    fork_answer_t answer = FORK_NO_ANSWER;
    while (answer == FORK_NO_ANSWER && poll(&socket, 1, ANSWER_MS) > 0)
        answer = fork_client_take(server.client, &what);
    if (answer == FORK_HAS_CHILD)
        return (pid_t)what;
    if (answer != FORK_HAS_FAILED)
        count_death(program);
    errno = answer == FORK_HAS_FAILED ? what : EIO;
    return -1;
}

static pid_t ask(const char *program, char *const *words,
                 char *const *environment, const int fds[3])
{
    cgi_buffer_t arguments = {0}, variables = {0};
    pid_t pid = 0;
    if (add_all(&arguments, words) == 0 &&
        add_all(&variables, environment) == 0) {
        if (send_all(fds, &arguments, &variables) == 0)
            pid = wait_for_child(program);
        else if (errno != EMSGSIZE && errno != ENOMEM)
            count_death(program);
    }
    cgi_buffer_free(&arguments);
    cgi_buffer_free(&variables);
    return pid;
}

pid_t cgi_server_fork(char *const *command, char *const *words,
                      char *const *environment, const int fds[3])
{
    if (!server.library[0])
        return 0;
    prepare(command, environment);
    if (server.state != SERVER_READY || !suits(environment))
        return 0;
    return ask(command[0], words, environment, fds);
}
