/* SPDX-License-Identifier: Apache-2.0 */
/* spoil.c: a CGI program that tells all that it finds of its process, and then
 * spoils all that it can. It knows nothing of mod_persist. */

#include <fcntl.h>
#include <locale.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static int count; /* what one request leaves behind, another would see */

/* ---- what it finds ---- */

static void tell_file(const char *name)
{
    char path[64], line[1024];
    snprintf(path, sizeof(path), "/proc/self/%s", name);
    FILE *file = fopen(path, "re");
    while (file && fgets(line, sizeof(line), file))
        printf("%s %s", name, line);
    printf("\n");
    if (file)
        fclose(file);
}

static void tell_files(void)
{
    static const char *const names[] = {
        "status",          "limits",        "stat",        "comm",
        "coredump_filter", "timerslack_ns", "personality", "oom_score_adj",
        "fdinfo/0",        "fdinfo/1",      "fdinfo/2"};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        tell_file(names[i]);
}

static void tell_descriptors(void)
{
    for (int fd = 0; fd < 100; fd++)
        if (fcntl(fd, F_GETFD) >= 0)
            printf("open %d cloexec %d owner %d signal %d\n", fd,
                   fcntl(fd, F_GETFD), fcntl(fd, F_GETOWN),
                   fcntl(fd, F_GETSIG));
}

/* /dev/null is one file of the machine: programs of another test may hold the
 * lock for a moment. One that was left behind stays. */
static void tell_lock(void)
{
    int left = 1000;
    while (flock(0, LOCK_EX | LOCK_NB) != 0 && --left > 0)
        usleep(10000);
    printf("lock %d\n", left > 0);
}

static void tell_timers(void)
{
    struct itimerval timer;
    for (int which = ITIMER_REAL; which <= ITIMER_PROF; which++) {
        getitimer(which, &timer);
        printf("itimer %d: %ld %ld\n", which, timer.it_value.tv_sec,
               timer.it_interval.tv_sec);
    }
    printf("young %d\n", clock() < CLOCKS_PER_SEC / 5);
}

static void tell_signals(void)
{
    sigset_t pending;
    struct sigaction action;
    stack_t stack;
    sigpending(&pending);
    sigaltstack(NULL, &stack);
    printf("altstack %d\n", stack.ss_flags);
    for (int number = 1; number < NSIG; number++) {
        if (sigismember(&pending, number) == 1)
            printf("pending %d\n", number);
        if (sigaction(number, NULL, &action) == 0 &&
            action.sa_handler != SIG_DFL)
            printf("handler %d\n", number);
    }
}

static void tell_process(void)
{
    int reaper = -1;
    char where[4096];
    prctl(PR_GET_CHILD_SUBREAPER, &reaper);
    printf("dumpable %d keepcaps %d securebits %d subreaper %d slack %d\n",
           prctl(PR_GET_DUMPABLE), prctl(PR_GET_KEEPCAPS),
           prctl(PR_GET_SECUREBITS), reaper, prctl(PR_GET_TIMERSLACK));
    printf("nice %d policy %d ioprio %ld\n", getpriority(PRIO_PROCESS, 0),
           sched_getscheduler(0), syscall(SYS_ioprio_get, 1, 0));
    printf("own group %d, leads session %d\n", getpgrp() == getpid(),
           getsid(0) == getpid());
    printf("in %s\n", getcwd(where, sizeof(where)));
}

static void tell_library(char **argv)
{
    printf("count %d rand %d locale %s optind %d\n", count, rand(),
           setlocale(LC_ALL, NULL), optind);
    for (; *argv; argv++)
        printf("argument %s\n", *argv);
    for (char **at = environ; *at; at++)
        printf("%s\n", *at);
}

/* ---- what it leaves ---- */

static void at_end(void)
{
    printf("at the end\n");
}

static void leave_descriptors(void)
{
    for (int fd = 0; fd < 3; fd++) {
        fcntl(fd, F_SETOWN, 1);
        fcntl(fd, F_SETSIG, SIGUSR1);
        fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK | O_APPEND);
    }
    for (int i = 0; i < 50; i++)
        dup2(0, 10 + i);
    if (chdir("/tmp") == 0)
        umask(0);
}

static void leave_signals(void)
{
    sigset_t all;
    const struct itimerval hour = {{3600, 0}, {3600, 0}};
    sigfillset(&all);
    for (int number = 1; number < NSIG; number++)
        signal(number, number % 2 ? SIG_IGN : exit);
    sigprocmask(SIG_BLOCK, &all, NULL);
    raise(SIGUSR2);
    setitimer(ITIMER_REAL, &hour, NULL);
    setitimer(ITIMER_VIRTUAL, &hour, NULL);
    setitimer(ITIMER_PROF, &hour, NULL);
}

static void leave_limits(void)
{
    static const int limits[] = {RLIMIT_NOFILE, RLIMIT_CORE,  RLIMIT_CPU,
                                 RLIMIT_STACK,  RLIMIT_FSIZE, RLIMIT_NPROC};
    const struct rlimit few = {77, 78};
    for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++)
        setrlimit(limits[i], &few);
}

static void leave_process(void)
{
    FILE *score = fopen("/proc/self/oom_score_adj", "we");
    if (score) {
        fprintf(score, "500");
        fclose(score);
    }
    prctl(PR_SET_DUMPABLE, 0);
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    prctl(PR_SET_TIMERSLACK, 1000000);
    prctl(PR_SET_NAME, "spoiled");
    prctl(PR_SET_PDEATHSIG, 0);
    personality(ADDR_NO_RANDOMIZE);
    setpriority(PRIO_PROCESS, 0, 7);
    syscall(SYS_ioprio_set, 1, 0, 3 << 13);
    setsid();
    setpgid(0, getppid());
    leave_limits();
}

static void leave_library(char **argv)
{
    count++;
    srand(1234);
    optind = 7;
    setlocale(LC_ALL, "C.UTF-8");
    setenv("SPOILED", "1", 1);
    for (char **at = environ; *at; at++)
        memset(*at, 'x', strlen(*at));
    memset(argv[0], 'y', strlen(argv[0]));
    atexit(at_end);
}

int main(int argc, char **argv)
{
    (void)argc;
    printf("Content-Type: text/plain\n\n");
    tell_files();
    tell_descriptors();
    tell_lock();
    tell_timers();
    tell_signals();
    tell_process();
    tell_library(argv);
    leave_descriptors();
    leave_signals();
    leave_process();
    leave_library(argv);
    return 0;
}
