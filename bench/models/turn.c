/* SPDX-License-Identifier: Apache-2.0 */
/* turn.c N…: measures what it costs one process to exchange messages with N
 * others in turn, for each N. A message has as many bytes in each direction as
 * a small request, and nothing else happens. This is the kernel's and the
 * caches' part of the cost of many resident scripts. All processes run on one
 * processor, so that waking another processor does not count. */

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define ASKED 1200
#define ANSWERED 60
#define EXCHANGES 200000

static void give_up(const char *what)
{
    perror(what);
    exit(1);
}

static double cpu_us(int who)
{
    struct rusage used;
    if (getrusage(who, &used) != 0)
        give_up("getrusage");
    return 1e6 * (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

/* Waits, reads and answers as a worker does, until the other end is closed. */
static void answer(int fd)
{
    char bytes[ASKED];
    struct epoll_event event = {.events = EPOLLIN};
    int poller = epoll_create1(0);
    if (poller < 0 || epoll_ctl(poller, EPOLL_CTL_ADD, fd, &event) != 0)
        give_up("epoll");
    while (epoll_wait(poller, &event, 1, -1) == 1 &&
           recv(fd, bytes, sizeof(bytes), 0) > 0)
        if (send(fd, bytes, ANSWERED, MSG_NOSIGNAL) != ANSWERED)
            give_up("send");
    _exit(0);
}

/* `fds` are those of the processes before it. */
static int start(const int *fds, int before)
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
        give_up("socketpair");
    pid_t pid = fork();
    if (pid < 0)
        give_up("fork");
    if (pid == 0) {
        while (before > 0)
            close(fds[--before]);
        close(ends[0]);
        answer(ends[1]);
    }
    close(ends[1]);
    return ends[0];
}

static void ask(int fd)
{
    static char bytes[ASKED];
    if (send(fd, bytes, ASKED, MSG_NOSIGNAL) != ASKED ||
        recv(fd, bytes, ANSWERED, MSG_WAITALL) != ANSWERED)
        give_up("exchange");
}

/* Returns the µs of CPU time of both sides for one exchange. */
static double measure(int *fds, int count)
{
    double ended = cpu_us(RUSAGE_CHILDREN), own = cpu_us(RUSAGE_SELF);
    for (int i = 0; i < count; i++)
        fds[i] = start(fds, i);
    for (int i = 0; i < EXCHANGES; i++)
        ask(fds[i % count]);
    own = cpu_us(RUSAGE_SELF) - own;
    for (int i = 0; i < count; i++)
        close(fds[i]);
    while (wait(NULL) > 0)
        continue;
    return (own + cpu_us(RUSAGE_CHILDREN) - ended) / EXCHANGES;
}

static void stay_here(void)
{
    cpu_set_t here;
    int cpu = sched_getcpu();
    CPU_ZERO(&here);
    CPU_SET(cpu < 0 ? 0 : cpu, &here);
    if (sched_setaffinity(0, sizeof(here), &here) != 0)
        give_up("sched_setaffinity");
}

int main(int argc, char **argv)
{
    stay_here();
    for (int i = 1; i < argc; i++) {
        int count = atoi(argv[i]);
        int *fds = count > 0 ? calloc((size_t)count, sizeof(*fds)) : NULL;
        if (!fds)
            give_up(argv[i]);
        printf("%d processes in turn: %.1f us CPU\n", count,
               measure(fds, count));
        free(fds);
    }
    return 0;
}
