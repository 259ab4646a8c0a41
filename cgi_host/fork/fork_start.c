/* SPDX-License-Identifier: Apache-2.0 */
/* fork_start.c: prepares everything before fork(2), because the child of a
 * process with threads may call few functions. */

#include "fork/fork_start.h"

#include "common_descriptors.h"
#include "common_signals.h"
#include "fork/fork_message.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define SOCKET_NUMBER 3
#define PRELOAD "LD_PRELOAD="

/* ---- the environment ---- */

static int has_preload(char *const envp[])
{
    for (; *envp; envp++)
        if (strncmp(*envp, PRELOAD, strlen(PRELOAD)) == 0)
            return 1;
    return 0;
}

static const char *judge(const fork_start_t *start)
{
    if (has_preload(start->envp))
        return "LD_PRELOAD is set";
    if (strpbrk(start->library, " :"))
        return "the path of the library has a space or a colon";
    if (access(start->library, R_OK) != 0)
        return "the library cannot be read";
    return NULL;
}

/* Returns the environment with two more variables, or NULL. The last element
 * before its NULL is new memory. */
static char **make_environment(const fork_start_t *start, char **preload)
{
    static char number[] = FORK_VARIABLE "=3";
    size_t count = 0;
    while (start->envp[count])
        count++;
    char **all = calloc(count + 3, sizeof(*all));
    if (!all || asprintf(preload, PRELOAD "%s", start->library) < 0) {
        free(all);
        return NULL;
    }
    memcpy(all, start->envp, count * sizeof(*all));
    all[count] = number;
    all[count + 1] = *preload;
    return all;
}

/* ---- the child ---- */

static void default_signals(void)
{
    sigset_t none;
    common_signals_default();
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

/* Copies are made above all targets first, so that none is overwritten. */
static int set_descriptors(int socket, int log_fd)
{
    int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
    int above = SOCKET_NUMBER + 1;
    int high_socket = fcntl(socket, F_DUPFD_CLOEXEC, above);
    int high_log = fcntl(log_fd, F_DUPFD_CLOEXEC, above);
    int high_null = fcntl(null, F_DUPFD_CLOEXEC, above);
    if (dup2(high_socket, SOCKET_NUMBER) < 0 ||
        dup2(high_null, STDIN_FILENO) < 0 ||
        dup2(high_log, STDOUT_FILENO) < 0 || dup2(high_log, STDERR_FILENO) < 0)
        return -1;
    common_close_above(SOCKET_NUMBER);
    return 0;
}

static _Noreturn void run(const fork_start_t *start, char **environment,
                          int socket)
{
    setpgid(0, 0);
    default_signals();
    if (set_descriptors(socket, start->log_fd) == 0) {
        execve(start->program, start->argv, environment);
        int32_t answer = -errno;
        send(SOCKET_NUMBER, &answer, sizeof(answer), MSG_NOSIGNAL);
    }
    _exit(127);
}

/* ---- the parent ---- */

static pid_t start_on(const fork_start_t *start, const int pair[2])
{
    char *preload = NULL;
    char **environment = make_environment(start, &preload);
    pid_t pid = environment ? fork() : -1;
    if (pid == 0)
        run(start, environment, pair[1]);
    if (pid > 0)
        setpgid(pid, pid);
    if (environment)
        free(preload);
    free(environment);
    return pid;
}

pid_t fork_start(const fork_start_t *start, int *fd, const char **why)
{
    int pair[2];
    *why = judge(start);
    if (*why)
        return -1;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) {
        *why = "there is no socket for it";
        return -1;
    }
    pid_t pid = start_on(start, pair);
    close(pair[1]);
    if (pid < 0 || fcntl(pair[0], F_SETFL, O_NONBLOCK) != 0) {
        close(pair[0]);
        *why = "there is no process for it";
        return -1;
    }
    *fd = pair[0];
    return pid;
}
