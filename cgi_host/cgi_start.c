/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_start.c: pipes, fork servers, and vfork(). */

#include "cgi_start.h"

#include "cgi_command.h"
#include "cgi_limit.h"
#include "cgi_servers.h"
#include "common_signals.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static sigset_t usual; /* what the host does not block, programs do not */

/* Pipes: a shell may open /dev/stdout again, which a socket does not allow. */
typedef struct pipes {
    int input[2], output[2], errors[2];
} pipes_t;

int cgi_start_init(void)
{
    return sigprocmask(SIG_SETMASK, NULL, &usual);
}

static void close_one(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

static void close_pair(int pair[2])
{
    close_one(&pair[0]);
    close_one(&pair[1]);
}

static void close_pipes(pipes_t *pipes)
{
    int error = errno;
    close_pair(pipes->input);
    close_pair(pipes->output);
    close_pair(pipes->errors);
    errno = error;
}

/* Our end does not wait; that of the program is as usual. */
static int make_pipe(int pair[2], int ours)
{
    if (pipe2(pair, O_CLOEXEC) != 0) {
        pair[0] = pair[1] = -1;
        return -1;
    }
    return fcntl(pair[ours], F_SETFL, O_NONBLOCK);
}

/* Each program opens /dev/null anew: flags and locks of a file belong to what
 * open(2) has made, and would reach the programs that follow. */
static int make_input(int pair[2], int has_input)
{
    if (has_input)
        return make_pipe(pair, 1);
    pair[0] = open("/dev/null", O_RDONLY | O_CLOEXEC);
    return pair[0] < 0 ? -1 : 0;
}

static int make_pipes(pipes_t *pipes, int has_input)
{
    memset(pipes, -1, sizeof(*pipes));
    if (make_input(pipes->input, has_input) != 0 ||
        make_pipe(pipes->output, 0) != 0 || make_pipe(pipes->errors, 0) != 0) {
        close_pipes(pipes);
        return -1;
    }
    return 0;
}

/* Runs in the child, which has the memory of the host: it changes none of it
 * but errno. */
static void become(char *const *arguments, const cgi_launch_t *launch,
                   const int fds[3], pid_t host)
{
    common_signals_default();
    cgi_limit_restore();
    if (setpgid(0, 0) != 0 || prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 ||
        getppid() != host || dup2(fds[0], 0) < 0 || dup2(fds[1], 1) < 0 ||
        dup2(fds[2], 2) < 0 ||
        (launch->directory[0] && chdir(launch->directory) != 0) ||
        sigprocmask(SIG_SETMASK, &usual, NULL) != 0)
        return;
    execve(arguments[0], arguments, launch->environment);
}

/* vfork(), not posix_spawn(), which can't say that the program must not outlive
 * the host. Signals are blocked, so that no handler runs in the child. Returns
 * the pid, or -1 with errno. */
static pid_t run(char *const *arguments, const cgi_launch_t *launch,
                 const int fds[3])
{
    sigset_t all, before;
    volatile int error = 0;
    pid_t host = getpid();
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    pid_t pid = vfork();
    if (pid == 0) {
        become(arguments, launch, fds, host);
        error = errno;
        _exit(127);
    }
    if (pid < 0)
        error = errno;
    sigprocmask(SIG_SETMASK, &before, NULL);
    if (pid > 0 && error)
        waitpid(pid, NULL, 0);
    errno = error;
    return error ? -1 : pid;
}

static pid_t run_joined(const cgi_launch_t *launch, const int fds[3])
{
    size_t first = cgi_command_count(launch->command);
    size_t second = cgi_command_count(launch->words);
    char **all = malloc((first + second + 1) * sizeof(*all));
    if (!all)
        return -1;
    memcpy(all, launch->command, first * sizeof(*all));
    memcpy(all + first, launch->words, (second + 1) * sizeof(*all));
    pid_t pid = run(all, launch, fds);
    int error = errno;
    free(all);
    errno = error;
    return pid;
}

static void spawn(cgi_program_t *program, const cgi_launch_t *launch,
                  const pipes_t *pipes)
{
    const int fds[] = {pipes->input[0], pipes->output[1], pipes->errors[1]};
    if (cgi_servers_ask(program, launch, fds))
        return;
    pid_t pid = run_joined(launch, fds);
    if (pid > 0)
        cgi_program_begin(program, pid);
    else
        cgi_program_fail(program, errno);
}

int cgi_start(cgi_program_t *program, const cgi_launch_t *launch)
{
    pipes_t pipes;
    *program = CGI_PROGRAM_NONE;
    if (make_pipes(&pipes, launch->has_input) != 0)
        return -1;
    spawn(program, launch, &pipes);
    if (program->state == CGI_PROGRAM_FAILED) {
        close_pipes(&pipes);
        errno = program->error;
        return -1;
    }
    program->input = pipes.input[1];
    program->output = pipes.output[0];
    program->errors = pipes.errors[0];
    pipes.input[1] = pipes.output[0] = pipes.errors[0] = -1;
    close_pipes(&pipes);
    return 0;
}

void cgi_start_undo(cgi_program_t *program)
{
    close_one(&program->input);
    close_one(&program->output);
    close_one(&program->errors);
}
