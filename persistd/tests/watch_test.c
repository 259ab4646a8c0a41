/* SPDX-License-Identifier: Apache-2.0 */
/* watch_test.c: the end of a process is seen before it is reaped, and killing
 * takes its group along. Built twice: with pidfds and with the plain way. */

#include "os/watch.h"
#include "tap.h"

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static void ended(void *owner)
{
    uv_loop_t *loop = owner;
    uv_stop(loop);
}

/* A group leader with one child; the pipe's end is held by both. */
static pid_t family(int *pipe_end)
{
    int ends[2];
    if (pipe(ends) != 0)
        bail_out("no pipe");
    pid_t pid = fork();
    if (pid == 0) {
        close(ends[0]);
        setpgid(0, 0);
        fork();
        if (write(ends[1], "x", 1) != 1)
            _exit(1);
        for (;;)
            pause();
    }
    close(ends[1]);
    *pipe_end = ends[0];
    return pid;
}

static void test_kill(uv_loop_t *loop)
{
    int end, status;
    char both;
    pid_t pid = family(&end);
    watch_t *watch = watch_open(loop, pid, ended, loop);
    ok(watch != NULL, "a child is watched");
    for (int there = 0; there < 2;)
        there += read(end, &both, 1) == 1;
    is_int(watch_kill_group(watch), 0, "its group is killed");
    uv_run(loop, UV_RUN_DEFAULT);
    is_int(read(end, &both, 1), 0, "all of it");
    is_int(waitpid(pid, &status, WNOHANG), pid, "it is left to be reaped");
    is_int(WTERMSIG(status), SIGKILL, "with its status");
    watch_close(watch);
    uv_run(loop, UV_RUN_NOWAIT);
    close(end);
}

int main(void)
{
    uv_loop_t *loop = uv_default_loop();
    test_kill(loop);
    pid_t pid = fork();
    if (pid == 0)
        _exit(0);
    waitpid(pid, NULL, 0);
    ok(!watch_open(loop, pid, ended, loop) && errno == ESRCH,
       "there is nothing to watch where nobody is");
    return done_testing();
}
