/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_run.c: a child process with a pipe. It leads a session of its own,
 * whose processes are killed with it. */

#include "doctor/doctor_run.h"

#include "common_clock.h"
#include "common_descriptors.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* Those of the user can read a process's environment in /proc, so a process
 * that was root's keeps none of it but the way to programs and to the network.
 */
static void forget_environment(void)
{
    static const char *const kept[] = {
        "PATH",      "http_proxy", "https_proxy", "HTTPS_PROXY",
        "all_proxy", "ALL_PROXY",  "no_proxy",    "NO_PROXY"};
    static char *none[] = {NULL};
    const char *values[sizeof(kept) / sizeof(kept[0])];
    for (size_t i = 0; i < sizeof(kept) / sizeof(kept[0]); i++)
        values[i] = getenv(kept[i]);
    environ = none;
    for (size_t i = 0; i < sizeof(kept) / sizeof(kept[0]); i++)
        if (values[i] && setenv(kept[i], values[i], 1) != 0)
            _exit(126);
}

static int become(const doctor_who_t *who)
{
    if (geteuid() == 0)
        forget_environment();
    return doctor_who_become(who);
}

/* Runs in the child process. Without a terminal, since another user's code must
 * not type into that of root. */
static void start(const doctor_run_t *run, int out)
{
    int none = open("/dev/null", O_RDWR | O_CLOEXEC);
    setsid();
    if (none < 0 || dup2(none, STDIN_FILENO) < 0 ||
        dup2(out, STDOUT_FILENO) < 0 ||
        dup2(run->with_errors ? out : none, STDERR_FILENO) < 0 ||
        (run->as && become(run->as) != 0) ||
        (run->folder && chdir(run->folder) != 0))
        _exit(126);
    common_close_above(STDERR_FILENO);
    if (run->environment)
        execvpe(run->words[0], (char *const *)run->words, run->environment);
    else
        execvp(run->words[0], (char *const *)run->words);
    _exit(127);
}

/* Reads until the end, the limit of time (-1, ETIMEDOUT) or of room. */
static int listen_to(int fd, int64_t until, doctor_output_t *output)
{
    struct pollfd pipe = {.fd = fd, .events = POLLIN};
    output->len = 0;
    while (output->len < sizeof(output->bytes) - 1) {
        int64_t left = (until - common_now_us() + 999) / 1000;
        if (left <= 0 || poll(&pipe, 1, (int)left) <= 0) {
            errno = ETIMEDOUT;
            return -1;
        }
        ssize_t got = read(fd, output->bytes + output->len,
                           sizeof(output->bytes) - 1 - output->len);
        if (got <= 0)
            break;
        output->len += (size_t)got;
    }
    return 0;
}

/* A program may close its output and go on: it is killed after the same time.
 * Its group is killed before its id may become another's. */
static int finish(pid_t child, int64_t until)
{
    int status = 0;
    siginfo_t ended = {.si_pid = 0};
    while (waitid(P_PID, (id_t)child, &ended, WEXITED | WNOHANG | WNOWAIT) ==
               0 &&
           ended.si_pid == 0) {
        if (common_now_us() >= until)
            kill(-child, SIGKILL);
        poll(NULL, 0, 5);
    }
    kill(-child, SIGKILL);
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int doctor_run(const doctor_run_t *run, doctor_output_t *output)
{
    int fds[2];
    int64_t until = common_now_us() + (int64_t)run->seconds * 1000000;
    output->bytes[output->len = 0] = '\0';
    if (pipe(fds) != 0)
        return -1;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0)
        start(run, fds[1]);
    close(fds[1]);
    int heard = child < 0 ? -1 : listen_to(fds[0], until, output);
    int error = errno;
    close(fds[0]);
    output->bytes[output->len] = '\0';
    if (child < 0)
        return -1;
    int full = output->len == sizeof(output->bytes) - 1;
    int status = finish(child, heard == 0 && !full ? until : 0);
    errno = error;
    return heard == 0 ? status : -1;
}
