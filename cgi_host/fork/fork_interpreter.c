/* SPDX-License-Identifier: Apache-2.0 */
/* fork_interpreter.c: a library that is preloaded into an interpreter which is
 * a fork server for a script (../servers/). The script of the server prepares
 * what it can, sets the variable PERSIST_FORK_SERVE, and calls a function in a
 * loop that the variable names (fork_message.h). Each call then waits for a
 * request and makes a child of the host's for it, as the servers of
 * fork_server.c do. It returns
 *
 *   in the server, the pid of the child, which the host knows by then;
 *   in the child, 0. There the function is the C library's again. Descriptors,
 *   directory and group are those of the request. Its arguments and its
 *   environment can be read from the descriptor that was the server's socket
 *   (PERSIST_FORK_FD): the number of the arguments in decimal, the arguments,
 *   then "NAME=value" strings, each with a NUL behind it.
 *
 * The server ends at the end of its socket. The C library's handlers of
 * pthread_atfork() are not called. The interpreter has one thread when it
 * forks, so no lock of the C library is held. */

#include "fork/fork_message.h"

#ifdef FORK_SUPPORTED

#include "fork/fork_files.h"
#include "fork/fork_mappings.h"
#include "fork/fork_serve.h"
#include "fork/fork_survey.h"
#include "fork/fork_system.h"
#include "fork/fork_text.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

typedef pid_t fork_t(void);

__attribute__((visibility("default"))) fork_t fork, getppid;

static struct server {
    int socket; /* -1: this process is none */
    int is_ready;
    fork_thread_t thread;
    fork_files_t files;
} server = {.socket = -1};

__attribute__((constructor)) static void look(void)
{
    const char *number = getenv(FORK_VARIABLE);
    if (number)
        server.socket = atoi(number);
}

/* What the server's script asks for. Without it, a module of the language that
 * forks while it is loaded gets a usual child. */
static int serves_by(const char *way)
{
    const char *wanted =
        server.socket >= 0 ? getenv(FORK_SERVE_VARIABLE) : NULL;
    return wanted && strcmp(wanted, way) == 0;
}

static int sets_environment(void)
{
    return serves_by(FORK_BY_GETPPID) || serves_by(FORK_BY_FORK_ENVIRON);
}

static void announce(void)
{
    long result = fork_survey_threads();
    if (result == 0)
        result = fork_thread_find(&server.thread);
    if (result == 0)
        result = fork_files_find(&server.files);
    fork_answer(server.socket, result < 0 ? result : FORK_READY);
    if (result < 0)
        fork_system_exit(1);
    fork_mappings_join();
    server.is_ready = 1;
}

/* ---- the child ---- */

/* Both blocks are one piece of memory. */
static int write_texts(int fd, const fork_request_t *request)
{
    char number[32];
    const fork_head_t *head = &request->head;
    size_t count = fork_text_count(request->arguments, head->arguments_len);
    int n = snprintf(number, sizeof(number), "%zu", count);
    size_t size = (size_t)head->arguments_len + head->environment_len;
    return write(fd, number, (size_t)n + 1) == n + 1 &&
           write(fd, request->arguments, size) == (ssize_t)size &&
           lseek(fd, 0, SEEK_SET) == 0;
}

/* Takes the socket's place, so that the child has no way to the host. */
static int pass_texts(const fork_request_t *request)
{
    int fd = memfd_create("request", MFD_CLOEXEC);
    int passed = fd >= 0 && write_texts(fd, request) &&
                 dup3(fd, server.socket, O_CLOEXEC) >= 0;
    if (fd >= 0)
        close(fd);
    return passed;
}

/* One block, so that readable memory precedes the texts, as after execve(2):
 * there are libraries that look for the arguments there. */
static int set_environment(const fork_request_t *request)
{
    const fork_head_t *head = &request->head;
    size_t count = fork_text_count(request->environment, head->environment_len);
    size_t pointers = (count + 1) * sizeof(char *);
    char **variables = malloc(pointers + head->environment_len);
    if (!variables)
        return 0;
    char *text = (char *)variables + pointers;
    if (count > 0)
        memcpy(text, request->environment, head->environment_len);
    for (size_t i = 0; i < count; i++, text += strlen(text) + 1)
        variables[i] = text;
    variables[count] = NULL;
    environ = variables;
    return 1;
}

static void become(fork_request_t *request)
{
    if (!pass_texts(request) ||
        (sets_environment() && !set_environment(request)) ||
        fork_files_open_again(&server.files) != 0) {
        perror("a request cannot be taken");
        fork_system_exit(FORK_CHILD_FAILED);
    }
    server.socket = -1;
    fork_receive_free(request);
}

/* ---- the functions ---- */

static pid_t serve(void)
{
    fork_request_t request;
    if (!server.is_ready)
        announce();
    long pid = fork_serve(server.socket, &server.thread, &request);
    if (pid == 0)
        become(&request);
    return (pid_t)pid;
}

pid_t fork(void)
{
    if (serves_by(FORK_BY_FORK) || serves_by(FORK_BY_FORK_ENVIRON))
        return serve();
    fork_t *usual = (fork_t *)dlsym(RTLD_NEXT, "fork");
    return usual ? usual() : -1;
}

pid_t getppid(void)
{
    return serves_by(FORK_BY_GETPPID) ? serve() : (pid_t)fork_system_parent();
}

#endif /* FORK_SUPPORTED */
