/* SPDX-License-Identifier: Apache-2.0 */
/* reap.c: calls waitpid for one process, never for any child, because a
 * worker's number must stay taken until its process group has been killed.
 * Why: docs/decisions/a-workers-process-is-spawned-and-reaped-by-number.md */

#include "os/reap.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

int reap_child(pid_t pid)
{
    int status;
    pid_t got;
    do
        got = waitpid(pid, &status, WNOHANG);
    while (got < 0 && errno == EINTR);
    return got == pid ? status : REAP_UNKNOWN;
}

const char *reap_text(char text[REAP_TEXT_SIZE], int status)
{
    if (status == REAP_UNKNOWN)
        snprintf(text, REAP_TEXT_SIZE, "ended");
    else if (WIFSIGNALED(status))
        snprintf(text, REAP_TEXT_SIZE, "was killed by signal %d (%s)",
                 WTERMSIG(status), strsignal(WTERMSIG(status)));
    else
        snprintf(text, REAP_TEXT_SIZE, "ended with status %d",
                 WEXITSTATUS(status));
    return text;
}

int reap_was_killed(int status)
{
    if (status == REAP_UNKNOWN || !WIFSIGNALED(status))
        return 0;
    switch (WTERMSIG(status)) {
    case SIGKILL:
    case SIGTERM:
    case SIGINT:
    case SIGHUP:
        return 1;
    default:
        return 0;
    }
}
