/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_ends.c: signalfd(2). One descriptor for all children costs less than a
 * pidfd for each. */

#include "cgi_ends.h"

#include "cgi_servers.h"
#include "cgi_source.h"

#include <signal.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <unistd.h>

static int ends = -1;
static unsigned count;

/* The signal names one child, though several may have ended. Whoever cares for
 * one looks at it after each event. */
static void note(void *context)
{
    struct signalfd_siginfo info;
    (void)context;
    if (read(ends, &info, sizeof(info)) != sizeof(info))
        return;
    count++;
    cgi_servers_note_end((pid_t)info.ssi_pid);
}

unsigned cgi_ends_count(void)
{
    return count;
}

/* What the host was started with may ignore the signal: the kernel would reap
 * the children itself. */
int cgi_ends_init(int epoll)
{
    static cgi_source_t source = {note, NULL, 0};
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    if (signal(SIGCHLD, SIG_DFL) == SIG_ERR ||
        sigprocmask(SIG_BLOCK, &set, NULL) != 0)
        return -1;
    ends = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    return ends < 0 ? -1 : cgi_source_want(epoll, ends, &source, EPOLLIN);
}
