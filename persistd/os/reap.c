/* SPDX-License-Identifier: Apache-2.0 */
/* reap.c: waitpid for one number at a time, never for any child: a worker's
 * number must stay taken until its group has been killed. */

#include "os/reap.h"

#include "worker/worker.h"

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

static int is_worker(const persistd_t *pd, pid_t pid)
{
    for (const worker_t *worker = pd->workers; worker; worker = worker->next)
        if (worker->ours && worker->pid == pid)
            return 1;
    return 0;
}

/* The look shows one zombie; if that is a worker, its watch will have it
 * reaped first, and the next SIGCHLD or the clock brings us back. */
void reap_strangers(persistd_t *pd)
{
    siginfo_t info = {0};
    while (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid != 0 && !is_worker(pd, info.si_pid)) {
        reap_child(info.si_pid);
        info.si_pid = 0;
    }
}

static void reap_signal(uv_signal_t *signal, int number)
{
    (void)number;
    reap_strangers(signal->data);
}

int reap_start(persistd_t *pd)
{
    static uv_signal_t signal;
    int error = uv_signal_init(pd->loop, &signal);
    signal.data = pd;
    return error ? error : uv_signal_start(&signal, reap_signal, SIGCHLD);
}
