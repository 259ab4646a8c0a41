/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_stray_test.c: children that are known, and one that is not, alive and
 * ended. */

#include "cgi_stray.h"
#include "tap.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static pid_t known;

static int is_known(pid_t pid)
{
    return pid == known;
}

static pid_t make_child(void)
{
    pid_t pid = fork();
    if (pid == 0) {
        pause();
        _exit(0);
    }
    return pid;
}

static void end_child(pid_t pid)
{
    siginfo_t info;
    kill(pid, SIGKILL);
    waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT);
}

int main(void)
{
    is_int(cgi_stray_find(is_known), 0, "without children there is none");
    known = make_child();
    is_int(cgi_stray_find(is_known), 0, "a known child is none");
    pid_t stray = make_child();
    is_int(cgi_stray_find(is_known), stray, "an unknown one is found");
    is_int(getpgid(stray), stray, "and has a group of its own");
    end_child(stray);
    is_int(cgi_stray_find(is_known), stray, "also when it has ended");
    waitpid(stray, NULL, 0);
    is_int(cgi_stray_find(is_known), 0, "until it is reaped");
    end_child(known);
    is_int(cgi_stray_find(is_known), 0, "a known one that has ended is none");
    waitpid(known, NULL, 0);
    return done_testing();
}
