/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_server.c: when there is a fork server, which one, and what it is asked
 * for. */

#include "cgi_server.h"

#include "cgi_buffer.h"
#include "cgi_command.h"
#include "cgi_interpreter.h"
#include "cgi_limit.h"
#include "cgi_version.h"
#include "common_memory.h"
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

#define ANSWER_MS 5000 /* a server has nothing else to do than to fork */
#define DEATHS_MAX 3   /* of one program; then it is left alone */
#define STEADY 100     /* a server that made so many processes was well */
#define LIBRARY "persist_fork_server.so"
#define INTERPRETER "persist_fork_interpreter.so"

enum state {
    SERVER_NONE,
    SERVER_STARTING,
    SERVER_READY,
    SERVER_NEVER /* until the program changes */
};

static struct server {
    enum state state;
    fork_client_t *client;
    char folder[PATH_MAX]; /* of the libraries; "": there are none */
    char named[PATH_MAX];  /* the interpreter, as the program names it */
    char loaded[PATH_MAX]; /* the ELF file that runs */
    cgi_version_t program, directory, interpreter, elf;
    cgi_buffer_t environment; /* it was started with: "NAME=value" strings */
    int deaths;
    unsigned forks; /* of this server */
} server;

static int place(const char *name, char path[PATH_MAX])
{
    int n = snprintf(path, PATH_MAX, "%s/%s", server.folder, name);
    return n < PATH_MAX ? 0 : -1;
}

void cgi_server_init(void)
{
    char library[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", server.folder, PATH_MAX - 1);
    char *slash = n > 0 ? strrchr(server.folder, '/') : NULL;
    if (slash)
        *slash = '\0';
    if (!slash || place(LIBRARY, library) != 0 || access(library, R_OK) != 0)
        server.folder[0] = '\0';
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
    server.forks = 0;
    cgi_buffer_free(&server.environment);
}

static void give_up(const char *program, const char *why)
{
    fprintf(stderr, "%s is started by exec for each request: %s\n", program,
            why);
    stop(SERVER_NEVER);
}

/* ---- the environment ---- */

/* What the loader, the C library and interpreters read before a script, and may
 * not read again: a server has it from its start, so a request must have the
 * same. */
static int is_early(const char *variable)
{
    static const char *const begins[] = {
        "BUNDLE_", "GEM_",    "GLIBC_TUNABLES=", "HOME=", "LANG=", "LC_",
        "LD_",     "MALLOC_", "OPENSSL_CONF=",   "PATH=", "PERL",  "PYTHON",
        "RUBY",    "TZ="};
    for (size_t i = 0; i < sizeof(begins) / sizeof(begins[0]); i++)
        if (strncmp(variable, begins[i], strlen(begins[i])) == 0)
            return 1;
    return 0;
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

static int suits(char *const *environment)
{
    const cgi_buffer_t *kept = &server.environment;
    size_t at = 0;
    for (; *environment; environment++) {
        size_t n = is_early(*environment) ? strlen(*environment) + 1 : 0;
        if (n > kept->size - at ||
            (n > 0 && memcmp(kept->bytes + at, *environment, n) != 0))
            return 0;
        at += n;
    }
    return at == kept->size;
}

/* ---- start ---- */

#define EARLY_MAX 64

/* Makes an array of the early variables. */
static void list_early(char *early[EARLY_MAX + 1])
{
    size_t count = 0;
    const cgi_buffer_t *kept = &server.environment;
    for (size_t at = 0; at < kept->size && count < EARLY_MAX; count++) {
        early[count] = kept->bytes + at;
        at += strlen(early[count]) + 1;
    }
    early[count] = NULL;
}

/* Starts what is stopped before a request by the library of this name. */
static void start_as(const char *program, char *const *words, const char *name)
{
    const char *why = NULL;
    char *early[EARLY_MAX + 1], library[PATH_MAX];
    list_early(early);
    if (place(name, library) != 0)
        return stop(SERVER_NEVER);
    if (fork_hostable(program, &why))
        server.client = fork_client_start(program, words, early, library,
                                          STDERR_FILENO, &why);
    if (!server.client)
        return give_up(cgi_command_script(words), why);
    cgi_limit_restore_in(fork_client_pid(server.client));
    server.state = SERVER_STARTING;
}

/* Versions are noted before what they are of is read: a change in between is
 * seen by the next request. */
static void start(const cgi_launch_t *launch)
{
    cgi_interpreter_t found;
    char *words[CGI_INTERPRETER_WORDS];
    char *const *command = launch->command;
    const char *script = cgi_command_script(command);
    server.program = cgi_version_of(script);
    server.directory = cgi_version_of_directory(launch->directory);
    int is_found = cgi_interpreter_find(command, launch->environment,
                                        server.folder, &found);
    if (!is_found)
        cgi_interpreter_name(command, found.program);
    memcpy(server.named, found.program, sizeof(server.named));
    server.interpreter = cgi_version_of(server.named);
    if (early_of(launch->environment, &server.environment) != 0)
        return stop(SERVER_NONE);
    if (!is_found)
        return start_as(command[0], command, LIBRARY);
    cgi_interpreter_command(&found, script, words);
    start_as(found.program, words,
             cgi_interpreter_serves(&found) ? INTERPRETER : LIBRARY);
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
        give_up(program, "it has ended before it was ready");
    }
}

/* A new program may be hostable where the old one was not. The name of an
 * interpreter may be a link, which leads elsewhere later, and so may the
 * folder: releases can share a program, and differ in what it includes. */
static int is_stale(const cgi_launch_t *launch)
{
    const char *program = cgi_command_script(launch->command);
    return !cgi_version_is(&server.program, program) ||
           !cgi_version_is_directory(&server.directory, launch->directory) ||
           !cgi_version_is(&server.interpreter, server.named) ||
           (server.state == SERVER_READY &&
            !cgi_version_is(&server.elf, server.loaded));
}

static void prepare(const cgi_launch_t *launch)
{
    if (server.state != SERVER_NONE && is_stale(launch)) {
        stop(SERVER_NONE);
        server.deaths = 0;
    }
    if (server.state == SERVER_NONE)
        start(launch);
    else if (server.state == SERVER_STARTING)
        look(cgi_command_script(launch->command));
}

/* ---- a request ---- */

/* Signals come here, too: the SDK's core gets one when persistd writes to it.
 */
static int is_ready(short event)
{
    struct pollfd socket = {fork_client_fd(server.client), event, 0};
    int count;
    do
        count = poll(&socket, 1, ANSWER_MS);
    while (count < 0 && errno == EINTR);
    return count > 0;
}

/* Returns 0 when all is sent. Only a large environment takes several turns. */
static int send_all(const cgi_launch_t *launch, const int fds[3])
{
    const char *directory = launch->directory;
    fork_blocks_t blocks = {.directory = *directory ? directory : NULL};
    blocks.arguments = cgi_command_block(launch->words, &blocks.arguments_len);
    blocks.environment =
        cgi_command_block(launch->environment, &blocks.environment_len);
    if (fork_client_request(server.client, fds, &blocks) != 0)
        return -1;
    while (fork_client_wants_write(server.client))
        if (!is_ready(POLLOUT) || fork_client_send_more(server.client) != 0) {
            errno = EIO; /* it hangs, or has ended */
            return -1;
        }
    return 0;
}

static void count_death(const char *program)
{
    if (server.forks >= STEADY)
        server.deaths = 0;
    if (++server.deaths >= DEATHS_MAX)
        give_up(program, "its fork server did not last, three times");
    else
        stop(SERVER_NONE);
}

/* The answer comes as soon as the fork is made. A server that does not answer
 * is killed. */
static pid_t wait_for_child(const char *program)
{
    int what = 0;
    fork_answer_t answer = FORK_NO_ANSWER;
    while (answer == FORK_NO_ANSWER && is_ready(POLLIN))
        answer = fork_client_take(server.client, &what);
    if (answer == FORK_HAS_CHILD) {
        server.forks++;
        return (pid_t)what;
    }
    if (answer != FORK_HAS_FAILED)
        count_death(program);
    errno = answer == FORK_HAS_FAILED ? what : EIO;
    return -1;
}

static pid_t ask(const cgi_launch_t *launch, const int fds[3])
{
    const char *program = cgi_command_script(launch->command);
    if (send_all(launch, fds) == 0)
        return wait_for_child(program);
    if (errno != EMSGSIZE && errno != ENOMEM)
        count_death(program);
    return 0;
}

pid_t cgi_server_fork(const cgi_launch_t *launch, const int fds[3])
{
    if (!server.folder[0])
        return 0;
    prepare(launch);
    if (server.state != SERVER_READY || !suits(launch->environment))
        return 0;
    return ask(launch, fds);
}

void cgi_server_check(char *const *command, uint64_t most)
{
    uint64_t bytes;
    if (server.client &&
        common_memory(fork_client_pid(server.client), &bytes) == 0 &&
        bytes >= most)
        give_up(cgi_command_script(command),
                "its fork server is above PersistMemoryLimit");
}
