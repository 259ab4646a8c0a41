/* SPDX-License-Identifier: Apache-2.0 */
/* orphans.c: persistd is the subreaper of its workers' descendants.
 *
 * The kernel kills the programs of persist-cgi-host when that dies
 * (PR_SET_PDEATHSIG), but not what the programs have started. They are our
 * children then. Their process groups are killed before they are reaped,
 * because until then a group's number cannot belong to another group. */

#include "run/orphans.h"

#include "os/reap.h"
#include "state/worker.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static int is_worker(const persistd_t *pd, pid_t pid)
{
    for (const worker_t *worker = pd->workers; worker; worker = worker->next)
        if (worker->ours && worker->pid == pid)
            return 1;
    return 0;
}

/* True if a process was killed with its host: in our session, with a group of
 * its own. A daemon has a session of its own. */
static int has_died_with_its_host(const siginfo_t *info)
{
    return info->si_code == CLD_KILLED && info->si_status == SIGKILL &&
           getpgid(info->si_pid) == info->si_pid &&
           getsid(info->si_pid) == getsid(0);
}

/* waitid shows one zombie at a time. If that is a worker, it has to be reaped
 * by worker/end.c first. The next SIGCHLD or tick continues here. */
void orphans_reap(persistd_t *pd)
{
    siginfo_t info = {0};
    while (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid != 0 && !is_worker(pd, info.si_pid)) {
        if (has_died_with_its_host(&info))
            kill(-info.si_pid, SIGKILL);
        reap_child(info.si_pid);
        info.si_pid = 0;
    }
}

static void on_signal(uv_signal_t *signal, int number)
{
    (void)number;
    orphans_reap(signal->data);
}

int orphans_watch(persistd_t *pd)
{
    static uv_signal_t signal;
    int error = uv_signal_init(pd->loop, &signal);
    signal.data = pd;
    return error ? error : uv_signal_start(&signal, on_signal, SIGCHLD);
}
