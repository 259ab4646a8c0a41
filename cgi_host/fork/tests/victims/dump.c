/* SPDX-License-Identifier: Apache-2.0 */
/* dump.c: prints all that a program gets from its start. */

#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

extern char **environ;

static int seen_argc;

/* The C library calls constructors of the program with what main() gets. */
__attribute__((constructor)) static void begin(int argc, char **argv,
                                               char **envp)
{
    seen_argc = argc;
    setenv("BY_PROGRAM", argv[0], 1);
    unsetenv("HOME");
}

static void print_signals(void)
{
    sigset_t mask;
    sigprocmask(SIG_SETMASK, NULL, &mask);
    for (int number = 1; number < NSIG; number++) {
        struct sigaction action;
        if (sigaction(number, NULL, &action) != 0)
            continue;
        if (action.sa_handler != SIG_DFL || sigismember(&mask, number))
            printf("signal %d: %d %d\n", number, action.sa_handler == SIG_IGN,
                   sigismember(&mask, number));
    }
}

static void print_descriptors(void)
{
    DIR *directory = opendir("/proc/self/fd");
    char numbers[1024] = "";
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;)
        if (atoi(entry->d_name) != dirfd(directory))
            strcat(strcat(numbers, " "), entry->d_name);
    printf("descriptors:%s\n", numbers);
    closedir(directory);
}

static void print_behind(char **argv)
{
    while (*argv++)
        ;
    int count = 0;
    while (*argv++)
        count++;
    unsigned long *auxv = (unsigned long *)argv;
    printf("behind argv: %d", count);
    for (; auxv[0]; auxv += 2)
        if (auxv[0] == AT_PAGESZ || auxv[0] == AT_UID)
            printf(" %lu=%lu", auxv[0], auxv[1]);
    putchar('\n');
}

static void print_auxv(void)
{
    printf("auxv: %lu %lu %lu %lu %lu %lu %s\n", getauxval(AT_PAGESZ),
           getauxval(AT_UID), getauxval(AT_EGID), getauxval(AT_SECURE),
           getauxval(AT_HWCAP), getauxval(AT_CLKTCK),
           (char *)getauxval(AT_EXECFN));
}

static void print_process(void)
{
    struct rlimit limit;
    char directory[4096], *line = NULL;
    size_t size = 0;
    umask(umask(0)); /* reads and sets: no change */
    mode_t mask = umask(0);
    getrlimit(RLIMIT_STACK, &limit);
    printf("cwd: %s\numask: %o\nstack: %lu\n", getcwd(directory, 4096), mask,
           (unsigned long)limit.rlim_cur);
    printf("own group: %d, names: %s %s\n", getpgrp() == getpid(),
           program_invocation_name, program_invocation_short_name);
    while (getline(&line, &size, stdin) > 0)
        printf("stdin: %s\n", line);
    free(line);
}

int main(int argc, char **argv, char **envp)
{
    char **block = argv;
    printf("argc %d %d\n", argc, seen_argc);
    for (; *argv; argv++)
        printf("argument: %s\n", *argv);
    for (char **at = environ; *at; at++)
        printf("environ: %s\n", *at);
    print_behind(block);
    print_auxv();
    print_process();
    print_signals();
    print_descriptors();
    return 7;
}
